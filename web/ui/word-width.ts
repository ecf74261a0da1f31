/** The width of a letter in the boldest weight of our typefaces, in em, rounded up by kind of letter. */
const letterWidth = (letter: string) =>
  /[mwMW@]/.test(letter) ? 0.9 : /[ijltfI.,'’]/.test(letter) ? 0.3 : /\p{Lu}/u.test(letter) ? 0.75 : 0.6

/** The width of the widest word in the labels, in em. A button must be at least as wide, so that no word is broken. */
export function widestWord(labels: readonly string[]): number {
  const words = labels.flatMap((label) => label.normalize('NFC').split(/[\s-]+/))
  const widths = words.map((word) => [...word].reduce((sum, letter) => sum + letterWidth(letter), 0))
  return Math.max(0, ...widths)
}
