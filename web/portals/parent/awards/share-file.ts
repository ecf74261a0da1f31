import { saveBlob } from '#web/shell/frame/save-file.ts'

/** Whether the browser can hand a PDF to other apps, as telephones do. */
export function mayShareFiles(): boolean {
  const example = new File([], 'a.pdf', { type: 'application/pdf' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [example] })
}

/**
 * Shares a PDF; resolves also when the user closes the choice of apps. Browsers share only within seconds of a press, so
 * a file that a slow network brings later is saved instead.
 */
export async function sharePdf(name: string, pdf: Blob): Promise<void> {
  const file = new File([pdf], name, { type: 'application/pdf' })
  try {
    await navigator.share({ files: [file], title: name })
  } catch (error) {
    const problem = error instanceof DOMException ? error.name : null
    if (problem === 'NotAllowedError') saveBlob(name, pdf)
    else if (problem !== 'AbortError') throw error
  }
}
