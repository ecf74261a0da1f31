/** Words before the last one that belong to the last name, where they are written small. */
const BEGINNINGS: ReadonlySet<string> = new Set(
  'van von der den de del della di da dos du la le ten ter zu af ap ab ferch bin ibn al el st'.split(' '),
)

export interface SplitName {
  firstname: string
  lastname: string
}

/** What stands between two persons; a comma does so only between whole names. */
const BETWEEN = /\s*(?:[&+/;\n]|,?\s+(?:and|a|ac)\s+)\s*/iu

/**
 * The persons whom a cell names: `Sarah & Tom Jones` are two, and so are `Ann Lee, Mark Lee`. Who has no last name has
 * that of the others.
 */
export function peopleIn(text: string): SplitName[] {
  // brackets are about the name: `Grandad (Jim)`
  const name = text.replaceAll(/[()]/g, ' ').trim()
  const listed = name.split(/\s*,\s*/)
  const isList = listed.length > 1 && listed.every((part) => /\S\s+\S/.test(part))
  const parts = (isList ? listed : [name]).flatMap((part) => part.split(BETWEEN)).filter((part) => part !== '')
  const people = parts.map(splitName)
  const shared = people.length > 1 ? (people.findLast(({ lastname }) => lastname !== '')?.lastname ?? '') : ''
  return people.map((person) => (person.lastname === '' ? { ...person, lastname: shared } : person))
}

/**
 * The two names in a whole one: what is before a comma is the last name (`O'Connor, Siân`), and without a comma the last
 * word is, with the small words that begin a name (`van der Berg`). One word alone is the first name.
 */
export function splitName(text: string): SplitName {
  const name = text.trim().replace(/\s+/g, ' ')
  const comma = name.indexOf(',')
  if (comma >= 0) return { firstname: name.slice(comma + 1).trim(), lastname: name.slice(0, comma).trim() }
  const words = name.split(' ')
  if (words.length < 2) return { firstname: name, lastname: '' }
  let start = words.length - 1
  while (start > 1 && BEGINNINGS.has(words[start - 1] ?? '')) start--
  return { firstname: words.slice(0, start).join(' '), lastname: words.slice(start).join(' ') }
}
