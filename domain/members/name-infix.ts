// Dutch lists have the small words of a last name in a column of their own: `van der` before `Berg`.
import { fieldOfHeading, headingKey } from '#domain/members/heading-fields.ts'

const INFIX: ReadonlySet<string> = new Set(['tussenvoegsel', 'tussenvoegsels', 'voorvoegsel', 'voorvoegsels', 'infix'])

/** The rows of a table with the whole last name in its column, where a column before or behind it has its first words. */
export function withInfixes(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const infixAt = header.findIndex((heading) => INFIX.has(headingKey(heading)))
  const lastAt = header.findIndex((heading) => fieldOfHeading(heading) === 'lastname')
  if (infixAt < 0 || lastAt < 0) return rows
  return rows.map((cells) => {
    const [infix = '', last = ''] = [cells[infixAt]?.trim(), cells[lastAt]?.trim()]
    const isJoined = infix !== '' && last !== '' && !last.toLowerCase().startsWith(`${infix.toLowerCase()} `)
    return isJoined ? cells.with(lastAt, `${infix} ${last}`) : cells
  })
}
