import type { StoredFile } from '#contract/platform/files.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/**
 * The function with which an `UploadField` sends a file; a refusal is returned as a code, for which the field has a
 * text.
 */
export function useUpload(purpose: Purpose) {
  const { api } = useShell()
  return async (
    file: File,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<StoredFile | { problem: string }> => {
    try {
      return await api.upload(purpose, file, onProgress, signal)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // `PIXELS`: a picture has too many pixels; `DRAWING`: an SVG takes too much work to draw. The `error` of both is
      // the code of a file that is too large, so `detail` chooses the text.
      if (error.detail === 'PIXELS' || error.detail === 'DRAWING') return { problem: error.detail }
      return { problem: error.status === 0 ? 'ERROR_FETCH' : error.error }
    }
  }
}
