import { expect, test } from 'vitest'
import { withTableChange, tableView } from './table-view.ts'

const viewOfAddress = (text: string) => tableView(new URLSearchParams(text))

test('the state of the table is read from the address, and invalid values become the defaults', () => {
  const defaults = { search: '', sort: { field: 'time', descending: false }, page: 0, size: 10 }
  expect(viewOfAddress('')).toEqual(defaults)
  expect(viewOfAddress('search=dol&sort=dmembers&page=2&per_page=250')).toEqual({
    search: 'dol',
    sort: { field: 'members', descending: true },
    page: 2,
    size: 250,
  })
  expect(viewOfAddress('sort=x&page=-1&per_page=7')).toEqual(defaults)
  expect(viewOfAddress('sort=&page=1.5&per_page=')).toEqual(defaults)
})

test('a change of anything but the page leads to the first page and keeps the rest', () => {
  const address = new URLSearchParams('date=2026-11-20&page=3&search=do')
  expect(withTableChange(address, { search: '' }).toString()).toBe('date=2026-11-20')
  expect(withTableChange(address, { page: '4' }).toString()).toBe('date=2026-11-20&page=4&search=do')
})
