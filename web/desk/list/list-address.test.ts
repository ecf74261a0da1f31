import { describe, expect, it } from 'vitest'
import { changedAddress, fittingSize, listStateOf, searchOf } from './list-address.ts'

/** The state of a list with two orders; the first is the default. */
const listStateAt = (address: string) => listStateOf(new URLSearchParams(address), ['alastname', 'dlastname'])

describe('the URL of a list', () => {
  it('holds the state of the list, and invalid values are ignored', () => {
    expect(listStateAt('')).toEqual({ page: 0, size: 10, sort: 'alastname', search: '' })
    expect(listStateAt('per_page=100&page=3&sort=dlastname&search=si')).toEqual({
      page: 3,
      size: 100,
      sort: 'dlastname',
      search: 'si',
    })
    expect(listStateAt('per_page=7&page=-1&sort=x')).toEqual(listStateAt(''))
  })

  it('leads to the first page after every change except one of the page or the open row', () => {
    // in this list the parameter `member` holds the open row
    const address = new URLSearchParams('page=4&search=a')
    expect(changedAddress(address, { group: 'g' }, 'member').toString()).toBe('search=a&group=g')
    expect(changedAddress(address, { page: '5' }, 'member').get('page')).toBe('5')
    expect(changedAddress(address, { member: 'm' }, 'member').get('page')).toBe('4')
    expect(changedAddress(address, { search: '' }, 'member').toString()).toBe('')
  })

  it('leads to the page that a change names, also where it sets the number of rows as well', () => {
    const address = new URLSearchParams('page=4&search=a')
    expect(changedAddress(address, { page: '5', per_page: '25' }).toString()).toBe('page=5&search=a&per_page=25')
    expect(changedAddress(address, { page: '', per_page: '25' }).toString()).toBe('search=a&per_page=25')
    expect(changedAddress(address, { per_page: '25' }).toString()).toBe('search=a&per_page=25')
  })
})

it('a list is searched only for two or more characters, all of them allowed', () => {
  expect([searchOf(' a '), searchOf('a%b'), searchOf(' si '), searchOf('')]).toEqual([
    undefined,
    undefined,
    'si',
    undefined,
  ])
})

it('a page has the fewest rows that fill the window, unless the URL names a number', () => {
  expect([500, 844, 900, 1_440, 2_160, 9_000].map(fittingSize)).toEqual([10, 25, 25, 50, 50, 100])
  const sizeAt = (address: string) => listStateOf(new URLSearchParams(address), ['aname'], 25).size
  expect([sizeAt(''), sizeAt('per_page=10'), sizeAt('per_page=7')]).toEqual([25, 10, 25])
})
