/** Keeps a number and its unit on one line: "10 m", "30 s". */
export function unbroken(text: string): string {
  return text.replace(/(\d) (m|s|min|cm|km)(?=$|[\s,.;:)])/g, '$1\u00a0$2')
}
