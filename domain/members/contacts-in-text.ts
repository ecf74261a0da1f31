// Persons in one cell with how they are reached: `Jane Smith <jane@example.org>; Tom Smith 07700 900123`.
import { isEmail } from '#domain/platform/email.ts'
import { peopleIn, ROLE, withoutRole, type SplitName } from '#domain/members/whole-name.ts'

/** A person in a cell; each text is empty where the cell does not say it. */
export interface Contact extends SplitName {
  email: string
  phones: string[]
}

const ADDRESS = /(?:mailto:)?([^\s<>()[\]{};:,|"']+@[^\s<>()[\]{};:,|"']+)/gi
/** A telephone number with its area. */
const PHONE = /\+?\(?\d[\d\s()./-]{5,}\d/g
/** What stands beside a number or an address and is no name. */
const LABEL =
  /\b(?:tel|telephone|phone|mob|mobile|home|work|cell|e-?mail|ffôn|symudol|m|t|e|h|w)\s*[.:]\s*|[<>()[\]{}"]|[-–:,]\s*$/gi
/** Who a person is to the child, before the name. */
const ROLE_BEFORE = new RegExp(`^\\s*(?:${ROLE})\\s*[:–-]\\s*`, 'iu')
const BETWEEN = /[;\n|]|\s+(?:and|&|\+|ac)\s+|\s*&\s*/iu

/** What is longer is no list of persons. */
const LONGEST = 500

interface Part {
  name: string
  email: string
  phones: string[]
}

function partIn(text: string): Part {
  const [, email = ''] = [...text.matchAll(ADDRESS)][0] ?? []
  const rest = text.replaceAll(ADDRESS, ' ')
  const phones = (rest.match(PHONE) ?? []).map((phone) => phone.trim())
  const name = withoutRole(rest.replaceAll(PHONE, ' '))
    .replace(ROLE_BEFORE, '')
    .replaceAll(LABEL, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { name, email: email.replace(/\.$/, ''), phones }
}

/** The parts of a cell; a comma divides persons only where none of them would be half a name. */
function partsIn(cell: string): Part[] {
  return cell.split(BETWEEN).flatMap((text) => {
    const parts = text.split(',').map(partIn)
    const areWhole = parts.every(({ name }) => name === '' || name.includes(' '))
    return areWhole ? parts : [partIn(text)]
  })
}

/** The persons of a cell that has addresses or telephone numbers, and not only addresses; null for any other cell. */
export function contactsIn(cell: string): Contact[] | null {
  if (cell.length > LONGEST) return null
  const parts = partsIn(cell)
  const isContact = parts.some(({ email }) => isEmail(email)) || parts.some(({ phones }) => phones.length > 0)
  const areAddresses =
    parts.every(({ name, phones }) => name === '' && phones.length === 0) && !/mailto:|[<(]/i.test(cell)
  if (!isContact || areAddresses) return null
  const found: Part[] = []
  for (const part of parts) {
    const last = found.at(-1)
    // what has no name is of the person before
    if (last === undefined || (part.name !== '' && last.name !== '') || (part.email !== '' && last.email !== ''))
      found.push(part)
    else {
      last.name ||= part.name
      last.email ||= part.email
      last.phones.push(...part.phones)
    }
  }
  const named = found.filter(({ name }) => name !== '')
  const people = peopleIn(named.map(({ name }) => name).join('; '))
  // a name that is two would shift the others
  if (people.length !== named.length) return null
  const nameOf = new Map(named.map((part, index) => [part, people[index]]))
  return found.map((part) => ({
    firstname: nameOf.get(part)?.firstname ?? '',
    lastname: nameOf.get(part)?.lastname ?? '',
    email: part.email,
    phones: part.phones,
  }))
}
