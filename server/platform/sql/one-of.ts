/** The value of a text column that holds one of a few texts, but has no check constraint; throws for another text. */
export function oneOf<const T extends string>(texts: readonly T[], value: string): T {
  const found = texts.find((text) => text === value)
  if (found === undefined) throw new Error(`${value} is none of ${texts.join(', ')}`)
  return found
}
