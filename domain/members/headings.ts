/** Columns of a file of members, each with headings that name it, without punctuation and accents. */
export type Headings = readonly (readonly [column: string, headings: readonly string[]])[]

/** Each beginning with each ending. */
export const withEndings = (beginnings: readonly string[], endings: readonly string[]) =>
  beginnings.flatMap((beginning) => endings.map((ending) => `${beginning} ${ending}`))
