/**
 * The text in the ring of a level: for "Stage 4" the word "Stage" (`above`) above "4" (`middle`), for "Ripple" only
 * "R".
 */
export function levelRingText(title: string): { above: string | undefined; middle: string } {
  const numbered = /^(.*\S)\s+(\d+[a-z]?)$/i.exec(title.trim())
  if (numbered) {
    const [, word = '', number = ''] = numbered
    // a longer word does not fit into the ring
    return { above: word.length <= 8 ? word : undefined, middle: number }
  }
  return { above: undefined, middle: ([...title.trim()][0] ?? '').toLocaleUpperCase() }
}
