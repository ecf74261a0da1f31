import { describe, expect, it } from 'vitest'
import { titledLines } from './class-titles.ts'

/** What the lines below the headings, which are those that `heading` begins, are: kind and title of each. */
function read(heading: string, ...lines: string[]): string[] {
  const all = lines.flatMap((text, index) => (text === '' ? [] : [{ row: index + 1, cells: text.split('|') }]))
  const at = all.findIndex(({ cells }) => cells.join('|') === heading)
  const header = all[at] ?? { row: 0, cells: [] }
  const { lines: found } = titledLines(all.slice(0, at), header, all.slice(at + 1))
  return found.map(({ kind, title }) => (title === '' ? kind : `${kind}: ${title}`))
}

describe('titles of classes between the rows', () => {
  it('stand above the headings of each block; a title of the whole list is none', () => {
    expect(
      read(
        'Name|DOB',
        'Swim school 2026',
        '',
        'Tadpoles – Monday 16:00||',
        'Name|DOB',
        'Ann Lee|3/4/2013',
        'Total: 1',
        '',
        'Frogs – Monday 16:30||',
        'Name|DOB',
        'Bo Kay|4/4/2013',
        '1 swimmer',
      ),
    ).toEqual([
      'row: Tadpoles – Monday 16:00',
      'total: Tadpoles – Monday 16:00',
      'title: Frogs – Monday 16:30',
      'heading: Frogs – Monday 16:30',
      'row: Frogs – Monday 16:30',
      'total: Frogs – Monday 16:30',
    ])
  })

  it('may have a day above several classes, and lines about the coach and the place', () => {
    const header = 'First name|Last name|DOB'
    expect(
      read(
        header,
        'Monday',
        'Class:|Otters 4pm',
        'Coach: Sue Pike',
        header,
        'Ann|Lee|3/4/2013',
        'Class:|Seals 5pm',
        'Coach: Al Orr',
        header,
        'Bo|Kay|4/4/2013',
        'Tuesday',
        'Class:|Otters 4pm',
        'Coach: Sue Pike',
        header,
        'Cy|Orr|5/4/2013',
      ).filter((line) => line.startsWith('row')),
    ).toEqual(['row: Monday – Otters 4pm', 'row: Monday – Seals 5pm', 'row: Tuesday – Otters 4pm'])
  })

  it.each([
    ['of one word', 'Name|DOB', ['Tadpoles', 'Ann Lee|3/4/2013', 'Frogs', 'Bo Kay|4/4/2013']],
    [
      'of several words, where first names have a column',
      'First|Last|DOB',
      ['Blue whales', 'Ann|Lee|3/4/2013', 'Red fish', 'Bo|Kay|4/4/2013'],
    ],
    ['in the column of classes', 'Class|Name|DOB', ['Otters', '|Ann Lee|3/4/2013', 'Seals', '|Bo Kay|4/4/2013']],
    ['in a column of numbers', 'No.|Name|DOB', ['Squad A', '1|Ann Lee|3/4/2013', 'Squad B', '1|Bo Kay|4/4/2013']],
    ['with a day', 'Name|DOB', ['Sea Lions (Tue)', 'Ann Lee|3/4/2013', 'Sea Stars (Wed)', 'Bo Kay|4/4/2013']],
  ])('may stand without further headings: %s', (_kind, header, lines) => {
    const [one, , other] = lines
    expect(read(header, header, ...lines)).toEqual([`title: ${one}`, `row: ${one}`, `title: ${other}`, `row: ${other}`])
  })

  it.each([
    ['children without a birthday', 'Name|DOB', ['Ann Lee', 'Bo Kay|4/4/2013', 'Cy Orr', 'Di Poe|5/4/2013']],
    [
      'a second class of the child above',
      'Class|Name|DOB',
      ['Otters|Ann Lee|3/4/2013', 'Seals', 'Otters|Bo Kay|4/4/2013'],
    ],
    ['a note that goes on', 'Name|DOB|Notes', ['Ann Lee|3/4/2013|Asthma', '||Monday class only', 'Bo Kay|4/4/2013|']],
    ['a note below the list', 'Name|DOB', ['Ann Lee|3/4/2013', 'Bo Kay|4/4/2013', 'printed on Monday']],
    ['a number alone', 'Name|DOB', ['1', 'Ann Lee|3/4/2013', '2', 'Bo Kay|4/4/2013']],
  ])('are not %s', (_kind, header, lines) => {
    expect(read(header, header, ...lines)).toEqual(lines.map(() => 'row'))
  })

  it('are none where only the headings come again, as at the top of each page', () => {
    expect(read('Name|DOB', 'Name|DOB', 'Ann Lee|3/4/2013', 'Name|DOB', 'Bo Kay|4/4/2013')).toEqual([
      'row',
      'heading',
      'row',
    ])
  })
})
