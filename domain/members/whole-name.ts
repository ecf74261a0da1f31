/**
 * The two names in a whole one: what is before a comma is the last name (`O'Connor, Siân`), and without a comma the last
 * word is. One word alone is the first name.
 */
export function splitName(text: string): { firstname: string; lastname: string } {
  const name = text.trim().replace(/\s+/g, ' ')
  const comma = name.indexOf(',')
  if (comma >= 0) return { firstname: name.slice(comma + 1).trim(), lastname: name.slice(0, comma).trim() }
  const space = name.lastIndexOf(' ')
  return space < 0
    ? { firstname: name, lastname: '' }
    : { firstname: name.slice(0, space), lastname: name.slice(space + 1) }
}
