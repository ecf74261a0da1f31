import { describe, expect, it } from 'vitest'
import { nameToInvite } from './guardian-fields.ts'

const child = { lastname: "O'Connor" }
const named = (guardian_firstname: string, guardian_lastname: string, guardian_email: string) =>
  nameToInvite({ guardian_firstname, guardian_lastname, guardian_email }, child)

describe('the account of a guardian', () => {
  it('has the guardian’s name, or else the first part of the address and the child’s last name', () => {
    expect(named('Ffion', 'Rees', 'f@example.com')).toEqual({ firstname: 'Ffion', lastname: 'Rees' })
    expect(named('', '', 'ffion.rees82@example.com')).toEqual({ firstname: 'ffion.rees', lastname: "O'Connor" })
    expect(named('Ffion', '', 'f@example.com')).toEqual({ firstname: 'Ffion', lastname: "O'Connor" })
    expect(named('', '', '123@example.com')).toEqual({ firstname: "O'Connor", lastname: "O'Connor" })
  })
})
