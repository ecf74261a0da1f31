/** Downloads a Blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // not at once: the download may still be reading the data
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
