/** Words before the last one that belong to the last name, where they are written small. */
const BEGINNINGS: ReadonlySet<string> = new Set(
  'van von der den de del della di da dos du la le ten ter zu af ap ab ferch bin ibn al el st'.split(' '),
)

export interface SplitName {
  firstname: string
  lastname: string
}

/** Words for who a person is to a child. */
export const ROLE =
  'mum|mam|mummy|mother|dad|dada|daddy|father|step(?:mum|dad|mother|father)|parent|guardian|carer|gran|granny|nan|nana|grandad|grandpa|grandma|grandmother|grandfather|aunt|aunty|uncle|rhiant|mama|papa|mutter|vater|maman'
const ROLE_IN_BRACKETS = new RegExp(`\\(\\s*(?:${ROLE})\\s*\\)`, 'giu')

/** A name without the role in brackets: `Ann Lee (mum)`. */
export const withoutRole = (text: string): string => text.replaceAll(ROLE_IN_BRACKETS, ' ').trim() || text

/** No name is longer, with all that stands beside it. */
const LONGEST = 300

/** What stands in a child's name in brackets or quotation marks: `Anna (Annie)`, `Robert "Bob" Jones`. */
const REMARK = /\s*(?:\([^()]*\)|["“”„«][^"“”»]*["“”»]|(?<=\s)['‘][^'’]+['’](?=\s|$))/gu

/** A child's name without what else the child is called; the whole where nothing would be left. */
export const withoutRemark = (text: string): string =>
  text.length > LONGEST ? text : text.replaceAll(REMARK, '').trim() || text

/** What stands between two persons; a comma does so only between whole names. */
const BETWEEN = /\s*(?:[&+/;\n]|,?\s+(?:and|a|ac)\s+)\s*/iu

/**
 * The persons whom a cell names: `Sarah & Tom Jones` are two, and so are `Ann Lee, Mark Lee`. Who has no last name has
 * that of the others.
 */
export function peopleIn(text: string): SplitName[] {
  // brackets are about the name: `Grandad (Jim)`
  const name = withoutRole(text).replaceAll(/[()]/g, ' ').trim()
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
  const capitals = splitAtCapitals(words)
  if (capitals !== null) return capitals
  let start = words.length - 1
  while (start > 1 && BEGINNINGS.has(words[start - 1] ?? '')) start--
  return { firstname: words.slice(0, start).join(' '), lastname: words.slice(start).join(' ') }
}

/** A word in capitals; two letters may be the initials of first names. */
const isInCapitals = (word: string) => /^\p{Lu}[\p{Lu}'’-]{2,}$/u.test(word) || /^\p{Lu}{1,2}['’]\p{Lu}+$/u.test(word)

/** The names where only the last name is in capitals, before the others or after them: `JONES Bethan`. */
function splitAtCapitals(words: readonly string[]): SplitName | null {
  const areCapitals = words.map(isInCapitals)
  const count = areCapitals.filter(Boolean).length
  const first = areCapitals.indexOf(true)
  const areTogether = areCapitals.slice(first, first + count).every(Boolean)
  const isAtEnd = first === 0 || first + count === words.length
  if (count === 0 || count === words.length || !areTogether || !isAtEnd) return null
  // all in capitals but a particle or an initial says nothing
  const others = words.filter((_, index) => areCapitals[index] !== true)
  if (!others.some((word) => /\p{Ll}/u.test(word) && !BEGINNINGS.has(word))) return null
  const start = first > 1 && BEGINNINGS.has(words[first - 1] ?? '') ? first - 1 : first
  return first === 0
    ? { firstname: words.slice(count).join(' '), lastname: words.slice(0, count).join(' ') }
    : { firstname: words.slice(0, start).join(' '), lastname: words.slice(start).join(' ') }
}
