/** Hands a text to the browser as a download. */
export function saveFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the download has its own hold on the data by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
