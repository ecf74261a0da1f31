import type { ClubMembersQuery } from '#contract/club-members.ts'

/** domain.md 7 */
export const PAGE_SIZES = [10, 25, 50, 100] as const
const SORTS = ['alastname', 'dlastname', 'adob', 'ddob'] as const

/** A choice of filters with a name of its own and a count. */
export const views = ['active', 'ready', 'no-email', 'no-group', 'inactive'] as const
export type View = (typeof views)[number]

/** What the list shows; all of it stands in the page's address. */
export interface MemberFilters {
  view: View
  search: string
  group: string
  level: string
  category: string
  ageFrom: string
  ageTo: string
  sort: (typeof SORTS)[number]
  page: number
  size: number
}

const names = ['search', 'group', 'level', 'category', 'age_from', 'age_to'] as const

/** Reads an address; what it says wrongly is left out. */
export function filtersOf(address: URLSearchParams): MemberFilters {
  const text = (name: string) => address.get(name) ?? ''
  const years = (name: string) => (/^\d{1,2}$/.test(text(name)) ? text(name) : '')
  const size = Number(address.get('per_page'))
  const page = Number(address.get('page'))
  return {
    view: views.find((view) => view === text('view')) ?? 'active',
    search: text('search').slice(0, 100),
    group: text('group'),
    level: text('level'),
    category: text('category'),
    ageFrom: years('age_from'),
    ageTo: years('age_to'),
    sort: SORTS.find((sort) => sort === text('sort')) ?? 'alastname',
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 0,
    size: PAGE_SIZES.find((one) => one === size) ?? 25,
  }
}

/** The address with a change; any change but of the page and the open member leads to the first page. */
export function changed(address: URLSearchParams, change: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  if (Object.keys(change).some((name) => name !== 'page' && name !== 'member')) next.delete('page')
  return next
}

export function isFiltered(address: URLSearchParams): boolean {
  return names.some((name) => address.has(name))
}

/** Letters (of any script), digits and the signs of names, numbers and e-mail addresses [5.1]. */
export function searchAllowed(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}\s,_.:'’@+-]*$/u.test(text)
}

/** From less than to [5.8]. */
export function agesFit({ ageFrom, ageTo }: MemberFilters): boolean {
  return ageFrom === '' || ageTo === '' || Number(ageFrom) < Number(ageTo)
}

type Filters = Omit<ClubMembersQuery, 'page' | 'per_page' | 'with_groups' | 'with_scores'>

/** What the server is asked for; ages that do not fit and a single letter are left out. */
export function askedFilters(filters: MemberFilters): Filters {
  const { view, group, level, category } = filters
  const search = filters.search.trim()
  const fit = agesFit(filters)
  return {
    status: view === 'inactive' ? 'inactive' : 'active',
    sort: filters.sort,
    ...(search.length >= 2 && searchAllowed(search) ? { search } : {}),
    ...(group === '' ? {} : { group }),
    ...(view === 'no-group' ? { group: 'none' } : {}),
    ...(level === '' ? {} : { level }),
    ...(category === '' ? {} : { category: category as NonNullable<Filters['category']> }),
    ...(view === 'ready' ? { ready: '1' } : {}),
    ...(view === 'no-email' ? { guardian_email: '0' } : {}),
    ...(filters.ageFrom !== '' && fit ? { age_from: filters.ageFrom } : {}),
    ...(filters.ageTo !== '' && fit ? { age_to: filters.ageTo } : {}),
  }
}
