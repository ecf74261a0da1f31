/** Hands the browser a text to save as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // the download has its own hold on the data by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
