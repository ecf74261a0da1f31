// The guardians of a row of a file of members.
import { GUARDIAN_FIELDS, guardianOf, type GuardianEntry } from './guardian-fields.ts'
import { guardianColumn, guardianColumns, GUARDIANS, plainWords, textsOfCell, type Columns } from './import-columns.ts'

/**
 * The guardians of a row, without those whose cells are all empty [5.14], and each person once; `number` is that of their
 * columns.
 */
export function guardiansOf(
  text: (field: string) => string,
  columns: Columns,
): { number: number; guardian: GuardianEntry }[] {
  const entered = GUARDIANS.flatMap((number) => {
    const guardian = guardianOf((name) => text(guardianColumn(number, name)))
    const isEmpty = GUARDIAN_FIELDS.every((name) => (guardian[name] ?? '') === '')
    return isEmpty ? [] : [{ number, guardian }]
  })
  // a file of ours has each guardian as it is
  const isOurs = guardianColumns.every((column) => columns.includes(column))
  if (entered.length < 2 || isOurs) return entered
  const keys = entered.map(({ guardian }) => ({
    email: (guardian.guardian_email ?? '').trim().toLowerCase(),
    name: plainWords(`${guardian.guardian_firstname} ${guardian.guardian_lastname}`),
  }))
  // a parent's address beside another parent is that of the first
  const addressed = entered.map((entry, index) => {
    const isShared = keys.slice(0, index).some(({ email }) => email !== '' && email === keys[index]?.email)
    return isShared ? { ...entry, guardian: { ...entry.guardian, guardian_email: null } } : entry
  })
  // the emergency contact is a parent
  return addressed.filter(
    ({ guardian }, index) =>
      guardian.guardian_email !== null ||
      !addressed.some(
        (other, at) =>
          at !== index &&
          keys[at]?.name === keys[index]?.name &&
          (at < index || other.guardian.guardian_email !== null),
      ),
  )
}

/**
 * The cells of a row in which the guardian whose address is the column `addressField` has the name that stands with this
 * address in the row `other`.
 */
export function withGuardianName(
  cells: readonly string[],
  columns: Columns,
  addressField: string,
  other: readonly string[],
): string[] {
  const valuesOf = (row: readonly string[]) => {
    const texts = columns.flatMap((column, index) =>
      column === null ? [] : textsOfCell(column, row[index]?.trim() ?? ''),
    )
    return (field: string) => texts.find(([name, text]) => name === field && text !== '')?.[1] ?? ''
  }
  const [own, there] = [valuesOf(cells), valuesOf(other)]
  const address = own(addressField).toLowerCase()
  const number = GUARDIANS.find((each) => guardianColumn(each, 'guardian_email') === addressField)
  const named = GUARDIANS.find((each) => there(guardianColumn(each, 'guardian_email')).toLowerCase() === address)
  if (number === undefined || named === undefined) return [...cells]
  const firstname = there(guardianColumn(named, 'guardian_firstname'))
  const lastname = there(guardianColumn(named, 'guardian_lastname'))
  const put = new Map([
    [guardianColumn(number, 'guardian_name'), `${firstname} ${lastname}`],
    [guardianColumn(number, 'guardian_firstname'), firstname],
    [guardianColumn(number, 'guardian_lastname'), lastname],
  ])
  return cells.map((cell, index) => put.get(columns[index] ?? '') ?? cell)
}
