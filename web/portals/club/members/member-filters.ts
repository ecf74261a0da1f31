import type { ClubMembersQuery } from '#contract/members/club-members.ts'
import { NODE_OF_SCHEME_PATTERN } from '#domain/platform/node-id.ts'
import { TAG_LENGTH } from '#domain/identity/person.ts'
import { idIn, lineIn, listStateOf, searchOf, type ListState } from '#web/desk/list/list-address.ts'
import { CATEGORIES } from '#domain/members/member-choices.ts'

export const MEMBER_SORTS = ['alastname', 'dlastname', 'adob', 'ddob'] as const

/** The views of the list: sets of filters with a name and a count. */
export const views = ['active', 'ready', 'no-email', 'no-group', 'inactive'] as const
export type View = (typeof views)[number]

/** The filters of the list, which are all part of the page's URL. */
export interface MemberFilters extends ListState<(typeof MEMBER_SORTS)[number]> {
  view: View
  group: string
  level: string
  category: string
  tag: string
  ageFrom: string
  ageTo: string
}

const LEVEL_PATTERN = new RegExp(NODE_OF_SCHEME_PATTERN)

/** The parameters of the URL that count as filters; the view, though it narrows the list too, does not. */
const FILTER_NAMES = ['search', 'group', 'level', 'category', 'tag', 'age_from', 'age_to'] as const

/** Reads the filters from the URL's query, ignoring invalid values. */
export function filtersOf(address: URLSearchParams): MemberFilters {
  const text = (name: string) => address.get(name) ?? ''
  const years = (name: string) => (/^\d{1,2}$/.test(text(name)) ? text(name) : '')
  return {
    ...listStateOf(address, MEMBER_SORTS),
    view: views.find((view) => view === text('view')) ?? 'active',
    group: idIn(address, 'group'),
    level: LEVEL_PATTERN.test(text('level')) ? text('level') : '',
    category: CATEGORIES.find((category) => category === text('category')) ?? '',
    tag: lineIn(address, 'tag', TAG_LENGTH),
    ageFrom: years('age_from'),
    ageTo: years('age_to'),
  }
}

export function isFiltered(address: URLSearchParams): boolean {
  return FILTER_NAMES.some((name) => address.has(name))
}

/** Whether the lower age is below the upper one [5.8]. */
export function agesFit({ ageFrom, ageTo }: MemberFilters): boolean {
  return ageFrom === '' || ageTo === '' || Number(ageFrom) < Number(ageTo)
}

type Filters = Omit<ClubMembersQuery, 'page' | 'per_page' | 'with_groups' | 'with_scores'>

/**
 * The filters to send to the server, without ages that contradict each other and without a search that is too short.
 */
export function requestFiltersOf(filters: MemberFilters): Filters {
  const { view, group, level, category, tag } = filters
  const search = searchOf(filters.search)
  const validAges = agesFit(filters)
  return {
    status: view === 'inactive' ? 'inactive' : 'active',
    sort: filters.sort,
    ...(search === undefined ? {} : { search }),
    ...(group === '' ? {} : { group }),
    // in this view the chosen group is not applied
    ...(view === 'no-group' ? { group: 'none' } : {}),
    ...(level === '' ? {} : { level }),
    ...(category === '' ? {} : { category: category as NonNullable<Filters['category']> }),
    ...(tag === '' ? {} : { tag }),
    ...(view === 'ready' ? { ready: '1' } : {}),
    ...(view === 'no-email' ? { guardian_email: '0' } : {}),
    ...(filters.ageFrom !== '' && validAges ? { age_from: filters.ageFrom } : {}),
    ...(filters.ageTo !== '' && validAges ? { age_to: filters.ageTo } : {}),
  }
}
