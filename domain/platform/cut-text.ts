/** The first characters of a text, at most so many; half of one that takes two, which no database stores, is left out. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}
