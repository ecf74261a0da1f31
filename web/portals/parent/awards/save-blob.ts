/** Hands a file over as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // the download has its own hold on it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
