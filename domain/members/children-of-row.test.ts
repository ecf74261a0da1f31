import { describe, expect, it } from 'vitest'
import { cellsOfChildren, childrenOfRow, isNumberedHeading } from './children-of-row.ts'
import { guessColumns } from './guess-columns.ts'

/** The rows of children that a table becomes; cells are parted by bars. */
function read(header: string, ...rows: string[]) {
  const found = childrenOfRow(header.split('|'))
  if (found === null) return null
  return [
    guessColumns(found.header),
    ...rows.flatMap((row) => cellsOfChildren(found, row.split('|')).map((cells) => cells.join('|'))),
  ]
}

describe('several children in one row', () => {
  it('become a row each, with what the family has in common', () => {
    expect(
      read(
        'Family|Child 1 First Name|Child 1 Last Name|Child 1 DOB|Child 1 Medical|Parent 1 Name|Parent 1 Email|Child 2 First Name|Child 2 Last Name|Child 2 DOB|Child 2 Medical',
        'F1|Evie|Lee|2016-04-03|None|Ann Lee|a@x.example|Max|Lee|2018-04-03|Asthma',
        'F2|Cai|Rees|2015-01-01||Huw Rees|h@x.example||||None',
        'F3|||||Non Evans|n@x.example||||',
      ),
    ).toEqual([
      [null, 'firstname', 'lastname', 'dob', 'medical', 'guardian_name', 'guardian_email'],
      'F1|Evie|Lee|2016-04-03|None|Ann Lee|a@x.example',
      'F1|Max|Lee|2018-04-03|Asthma|Ann Lee|a@x.example',
      'F2|Cai|Rees|2015-01-01||Huw Rees|h@x.example',
      'F3|||||Non Evans|n@x.example',
    ])
  })

  it('are found by numbers before and after, as words, and with a first child that has none', () => {
    const whole = ['name', 'dob', 'guardian_email']
    for (const header of [
      'Child1 Name|Child1 DOB|Email|Child2 Name|Child2 DOB',
      'Child #1: name|Child #1: date of birth|Email|Child #2: name|Child #2: date of birth',
      'Child Name (1)|DOB (Child 1)|Email|Child Name (2)|DOB (Child 2)',
      'Name 1|DOB 1|Email|Name 2|DOB 2',
      'First child’s name|First child’s date of birth|Email|Second child’s name|Second child’s date of birth',
      '1st Child Name|1st Child DOB|Email|2nd Child Name|2nd Child DOB',
      'Child name|Child DOB|Email|Child 2 name|Child 2 DOB',
      'child_1_name|child_1_dob|email|child_2_name|child_2_dob',
      'Student 1|Student 1 birthday|Email|Student 2|Student 2 birthday',
    ])
      expect(read(header, 'Evie Lee|2016-04-03|a@x.example|Max Lee|2018-04-03'), header).toEqual([
        whole,
        'Evie Lee|2016-04-03|a@x.example',
        'Max Lee|2018-04-03|a@x.example',
      ])
  })

  it('are none where only guardians, telephones or levels are counted, or a child has two names', () => {
    for (const header of [
      'First name|Last name|DOB|Parent 1 name|Parent 1 email|Parent 2 name|Parent 2 email|Phone 1|Phone 2',
      'Child first name|Child last name|Child DOB|Stage 1|Stage 2|Stage 3',
      'Name|DOB|Medical 1|Medical 2|Class 1|Class 2',
      'Name 1|Email 1|Name 2|Email 2',
    ])
      expect(childrenOfRow(header.split('|')), header).toBe(null)
    expect(isNumberedHeading('Child 2 date of birth')).toBe(true)
    expect(isNumberedHeading('Parent 2 name')).toBe(false)
  })
})
