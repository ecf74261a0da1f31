import { expect, it } from 'vitest'
import { withClassTimes } from './class-times.ts'

it('classes of one name are told apart by the day and the time beside them', () => {
  const classes = (header: string, ...rows: string[]) =>
    withClassTimes(
      header.split('|'),
      rows.map((row) => row.split('|')),
    ).map((cells) => cells[1])
  expect(classes('Name|Class|Day|Start time', 'Ann|Minis|Mon|4pm', 'Bo|Minis|Tue|4pm', 'Cy|Squad|Tue|5pm')).toEqual([
    'Minis Mon 4pm',
    'Minis Tue 4pm',
    'Squad',
  ])
  expect(classes('Name|Class|Class day', 'Ann|Minis|Mon', 'Bo|Minis|', 'Cy||Tue')).toEqual(['Minis Mon', 'Minis', ''])
  // one class of each name, and a year that is no day
  expect(classes('Name|Class|Day', 'Ann|Minis|Mon', 'Bo|Minis|Mon')).toEqual(['Minis', 'Minis'])
  expect(classes('Name|Class|Day|Month|Year', 'Ann|Minis|3|4|2013', 'Bo|Minis|4|4|2013')).toEqual(['Minis', 'Minis'])
  expect(classes('Name|Class|Birth day', 'Ann|Minis|3', 'Bo|Minis|4')).toEqual(['Minis', 'Minis'])
})
