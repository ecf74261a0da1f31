import { describe, expect, it } from 'vitest'
import { agesFit, requestFiltersOf, filtersOf, isFiltered } from './member-filters.ts'

const filtersAt = (address: string) => filtersOf(new URLSearchParams(address))

describe('the URL of the list', () => {
  it('holds the filters, and invalid values are ignored', () => {
    expect(filtersAt('')).toMatchObject({ view: 'active', sort: 'alastname', page: 0, size: 10, search: '' })
    expect(filtersAt('view=ready&per_page=100&page=3&sort=ddob&search=si')).toMatchObject({
      view: 'ready',
      size: 100,
      page: 3,
      sort: 'ddob',
      search: 'si',
    })
    expect(filtersAt('view=x&per_page=7&page=-1&sort=x&age_from=old')).toEqual(filtersAt(''))
    expect(filtersAt('group=x&level=x&category=x&tag=%00')).toEqual(filtersAt(''))
    const group = '8f46ca83-ac58-4dd7-ac92-e4c6ab3eb75c'
    expect(filtersAt(`group=${group}&level=swim/stage-4&category=pre-school&tag=Squad`)).toMatchObject({
      group,
      level: 'swim/stage-4',
      category: 'pre-school',
      tag: 'Squad',
    })
  })

  it('says whether anything is filtered', () => {
    expect(isFiltered(new URLSearchParams('view=ready&page=2'))).toBe(false)
    expect(isFiltered(new URLSearchParams('age_from=5'))).toBe(true)
  })
})

describe('the request to the server', () => {
  it('has the view and the filters', () => {
    expect(requestFiltersOf(filtersAt('view=no-group&category=pre-school&age_from=5&age_to=7'))).toEqual({
      status: 'active',
      sort: 'alastname',
      group: 'none',
      category: 'pre-school',
      age_from: '5',
      age_to: '7',
    })
    expect(requestFiltersOf(filtersAt('view=no-email'))).toMatchObject({ guardian_email: '0' })
    expect(requestFiltersOf(filtersAt('view=inactive'))).toMatchObject({ status: 'inactive' })
  })

  it('has no single letter, no forbidden character and no impossible range of ages', () => {
    expect(requestFiltersOf(filtersAt('search=a'))).not.toHaveProperty('search')
    expect(requestFiltersOf(filtersAt('search=%25%25'))).not.toHaveProperty('search')
    expect(agesFit(filtersAt('age_from=7&age_to=7'))).toBe(false)
    expect(requestFiltersOf(filtersAt('age_from=8&age_to=7'))).not.toHaveProperty('age_from')
  })
})
