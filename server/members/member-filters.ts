import type { ClubMembersFileQuery, MemberSort } from '#contract/members/club-members.ts'
import { latestBirthOfAge } from '#domain/members/birthday.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { hasWords, wordSearchOf, wordsParam, type WordSearch } from './search-words.ts'
import { isRunning } from '#server/tenants/clubs/today.ts'

/** SQL condition: the row of `group_members` is a membership of the member `club_members` that is valid on the day $3. */
export const isInGroup = `group_members.client_id = club_members.client_id
    AND group_members.member_id = club_members.member_id AND group_members.from_date <= $3::date
    AND (group_members.to_date IS NULL OR group_members.to_date >= $3::date)`

/** SQL condition: the member `club_members` has a level that is complete and waits for its pass. */
export const isReady = `EXISTS (SELECT FROM progress
  JOIN scheme_nodes ON scheme_nodes.client_id = progress.client_id AND scheme_nodes.scheme_id = progress.scheme_id
    AND scheme_nodes.id = progress.node_id AND scheme_nodes.t = 'l' AND scheme_nodes.deleted_at IS NULL
  JOIN schemes ON schemes.client_id = progress.client_id AND schemes.id = progress.scheme_id
    AND schemes.deleted_at IS NULL
  WHERE progress.client_id = club_members.client_id AND progress.member_id = club_members.member_id
    AND progress.state = 'completed')`

/** SQL condition: the member `club_members` is in no group of the club $2 on the day $3. */
export const isInNoGroup = `NOT EXISTS (SELECT FROM group_members
  JOIN groups ON groups.client_id = group_members.client_id AND groups.id = group_members.group_id
    AND groups.club_id = $2 AND ${isRunning('$3::date')} WHERE ${isInGroup})`

/** SQL condition: no guardian of the member `club_members` has an e-mail address. */
export const hasNoGuardianEmail = `NOT EXISTS (SELECT FROM guardians
  WHERE guardians.client_id = club_members.client_id AND guardians.member_id = club_members.member_id
    AND guardians.email IS NOT NULL)`

/** Filters that find few members: whether each is given, and its condition, in SQL. */
const narrowFilters = {
  group: {
    isGiven: '$12::uuid IS NOT NULL',
    condition: `EXISTS (SELECT FROM group_members WHERE group_members.group_id = $12 AND ${isInGroup})`,
  },
  // the members who have begun the level and not passed it; the parameter is the scheme's slug, followed by the level's
  // node id, which begins with a slash
  level: {
    isGiven: '$13::text IS NOT NULL',
    condition: `club_members.member_id IN (SELECT progress.member_id FROM progress
      WHERE progress.client_id = $1 AND progress.node_id = substr($13, length(split_part($13, '/', 1)) + 1)
        AND progress.state IN ('started', 'completed') AND progress.scheme_id = (SELECT schemes.id FROM schemes
          WHERE schemes.client_id = $1 AND schemes.slug = split_part($13, '/', 1)))`,
  },
  ready: { isGiven: '$10::boolean', condition: isReady },
}
const narrowNames = ['group', 'level', 'ready'] as const satisfies (keyof typeof narrowFilters)[]

/** What a statement begins with: the first of these that is given, or else the club. */
const beginnings = [...narrowNames, 'words', 'word', 'none'] as const satisfies (
  | keyof typeof narrowFilters
  | WordSearch
)[]
type Beginning = (typeof beginnings)[number]

const search = hasWords('$14', 'club_members.member_id', ' AND found.club_id = $2')

/** SQL condition for the rows of `club_members` of the club $2 with the status $4, or with any. */
export const isOfClub = `club_members.client_id = $1 AND club_members.club_id = $2
  AND ($4::text IS NULL AND club_members.status IN ('active', 'inactive') OR club_members.status = $4)`

/**
 * SQL condition for the rows of `club_members` of the club $2 that match the filters, which are null or false where they
 * do not apply. PostgreSQL begins with a condition only where nothing is an alternative to it, so the filter `first` has
 * no alternative. Conditions with alternatives are tested on the rows that are left.
 */
function matchesFilters(first: Beginning): string {
  const narrow = narrowNames.map((name) => {
    const { isGiven, condition } = narrowFilters[name]
    return name === first ? `${isGiven} AND ${condition}` : `(NOT (${isGiven}) OR ${condition})`
  })
  return `${isOfClub}
  AND ($5::date IS NULL OR club_members.dob <= $5) AND ($6::date IS NULL OR club_members.dob > $6)
  AND ($7::text IS NULL OR club_members.category = $7)
  AND ($8::text IS NULL OR $8 = ANY(club_members.tags))
  AND (NOT $9::boolean OR ${hasNoGuardianEmail})
  AND (NOT $11::boolean OR ${isInNoGroup})
  AND ${narrow.join(' AND ')}
  AND ${search[first === 'words' || first === 'word' ? first : 'none']}`
}

/** SQL of the column by which members are ordered, and of the whole order. */
export const memberOrders: Record<MemberSort, { key: string; order: string }> = {
  alastname: { key: 'club_members.sort_name', order: 'club_members.sort_name, club_members.member_id' },
  dlastname: { key: 'club_members.sort_name', order: 'club_members.sort_name DESC, club_members.member_id DESC' },
  adob: { key: 'club_members.dob', order: 'club_members.dob, club_members.member_id' },
  ddob: { key: 'club_members.dob', order: 'club_members.dob DESC, club_members.member_id DESC' },
}

/** A variant for each order and each beginning, with the SQL condition `where`. */
export const filterVariants = Object.fromEntries(
  Object.entries(memberOrders).flatMap(([sort, order]) =>
    beginnings.map((first) => [variantName(sort, first), { ...order, where: matchesFilters(first) }]),
  ),
)
function variantName(sort: string, first: Beginning): string {
  return `${sort}-${first}`
}

/** The name of the variant for these filters. `words` are the folded words of the search. */
export function filterVariant(
  { sort = 'alastname', group, level, ready }: ClubMembersFileQuery,
  words: readonly string[],
): string {
  const isGiven = {
    group: group !== undefined && group !== 'none',
    level: level !== undefined,
    ready: ready !== undefined,
  }
  return variantName(sort, narrowNames.find((name) => isGiven[name]) ?? wordSearchOf(words))
}

/** The parameters of `matchesFilters`, from `$2` on. */
export function filterParams(context: ClubContext, filters: ClubMembersFileQuery, words: readonly string[]) {
  const { age_from: from, age_to: to, group, level } = filters
  const latestBirth = (years: string | undefined) =>
    years === undefined ? null : latestBirthOfAge(Number(years), context.today)
  return [
    context.clubId,
    context.today,
    filters.status ?? null,
    latestBirth(from),
    latestBirth(to),
    filters.category ?? null,
    filters.tag ?? null,
    // these two filters have a single value each, so it matters only that they are given
    filters.guardian_email !== undefined,
    filters.ready !== undefined,
    group === 'none',
    group === undefined || group === 'none' ? null : group,
    level ?? null,
    wordsParam(words),
  ] as const
}
