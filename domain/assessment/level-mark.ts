/** What stands in a level's ring: "Stage 4" → Stage over 4; "Ripple" → R. */
export function levelMark(title: string): { above: string | undefined; middle: string } {
  const numbered = /^(.*\S)\s+(\d+[a-z]?)$/i.exec(title.trim())
  if (numbered) {
    const [, word = '', number = ''] = numbered
    // a long word does not fit the ring
    return { above: word.length <= 8 ? word : undefined, middle: number }
  }
  return { above: undefined, middle: ([...title.trim()][0] ?? '').toLocaleUpperCase() }
}
