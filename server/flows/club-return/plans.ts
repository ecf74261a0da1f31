import { Check } from 'typebox/value'
import { PlanPayload } from '#contract/assessment/lesson-plans.ts'
import { planProblem, type PlanContent } from '#domain/assessment/lesson-plan.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { ArchiveRow } from './archive.ts'
import { isUuid, timeOf } from './cells.ts'
import type { ReturnedGroups } from './groups.ts'
import { jsonOf } from './history.ts'
import { namedAccount, type Accounts } from './people.ts'
import type { ReturnReport } from './report.ts'
import { IS_PLACE_UNTOUCHED, IS_SHARE_UNTOUCHED, placeKeys } from './undo-plans.ts'

/** Who takes plans back, and stands for an author who has no account. */
interface Taker {
  userId: string
  nowMs: number
}

interface Plan {
  id: string
  ownerId: string
  content: PlanContent
  copyOf: string | null
  ts: number
}

/** Whether the client has a plan of this id, and whether it is still as the file has it. */
const KNOWN = tenantStatement(
  'flows/list-known-plans-of-return',
  `SELECT plan.id, NOT plan.deleted AND plan.owner_id = said.owner AND plan.title = said.title
     AND plan.sections = said.sections AND plan.reminder = said.reminder AS is_same
   FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::text[]) said (id, owner, title, sections, reminder)
   JOIN lesson_plans plan ON plan.client_id = $1 AND plan.id = said.id`,
)

const ADD = tenantStatement(
  'flows/add-returned-plans',
  `INSERT INTO lesson_plans (client_id, id, owner_id, scheme_id, title, sections, reminder, revision, chain, chain_seq,
     copy_of, ts)
   SELECT $1, said.id, owner, schemes.id, title, sections, reminder, 1, gen_random_uuid(), 0, copy_of, ts
   FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::text[], $8::uuid[], $9::bigint[])
     said (id, owner, scheme, title, sections, reminder, copy_of, ts)
   JOIN schemes ON schemes.client_id = $1 AND schemes.slug = said.scheme AND schemes.deleted_at IS NULL
   ON CONFLICT DO NOTHING RETURNING id`,
)

/**
 * Takes lesson plans back under their ids. One that was changed since, or that somebody else has, stays as it is. Returns
 * the ids of those that were added, and of plans that are as the files have them: others get neither readers nor groups.
 */
export async function takePlans(
  tx: Tx,
  { nowMs }: Pick<Taker, 'nowMs'>,
  accounts: Accounts,
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<{ plans: Set<string>; added: string[] }> {
  const file = 'lesson-plans.csv'
  const lines = new Map<string, ArchiveRow>()
  const read = rows.flatMap((row): Plan[] => {
    const { line, cells } = row
    const { plan: id = '', title = '', reminder = '', scheme = '', sections = '', copy_of: copyOf = '' } = cells
    const ts = timeOf(cells['entered_at'] ?? '', nowMs)
    const content = { title, schemeSlug: scheme, sections: jsonOf(sections), reminder }
    const isPlan = isUuid(id) && (copyOf === '' || isUuid(copyOf)) && ts !== null && !lines.has(id)
    if (
      !isPlan ||
      !Check(PlanPayload.properties.content, content) ||
      content === null ||
      planProblem(content) !== null
    ) {
      report.leave(file, line, 'value', title)
      return []
    }
    const owner = accounts.find(namedAccount(cells))
    if (!owner) report.leave(file, line, 'account', cells['coach'])
    lines.set(id, row)
    return owner ? [{ id, ownerId: owner.id, content, copyOf: copyOf || null, ts }] : []
  })
  const known = new Map(
    (
      await queryRows(tx, KNOWN, [
        read.map(({ id }) => id),
        read.map(({ ownerId }) => ownerId),
        read.map(({ content }) => content.title),
        read.map(({ content }) => JSON.stringify(content.sections)),
        read.map(({ content }) => content.reminder),
      ])
    ).map(({ id, is_same }) => [id, is_same === true]),
  )
  const fresh = read.filter(({ id }) => !known.has(id))
  const inserted = await queryRows(tx, ADD, [
    fresh.map(({ id }) => id),
    fresh.map(({ ownerId }) => ownerId),
    fresh.map(({ content }) => content.schemeSlug),
    fresh.map(({ content }) => content.title),
    fresh.map(({ content }) => JSON.stringify(content.sections)),
    fresh.map(({ content }) => content.reminder),
    fresh.map(({ copyOf }) => copyOf),
    fresh.map(({ ts }) => ts),
  ])
  const added = inserted.map(({ id }) => id)
  for (const { id, content } of fresh)
    if (!added.includes(id)) report.leave(file, lines.get(id)?.line ?? null, 'level', content.schemeSlug)
  report.brought.plans.push(...added)
  report.count(file, { taken: added.length, same: known.size })
  return {
    plans: new Set([...added, ...read.flatMap(({ id }) => (known.get(id) === true ? [id] : []))]),
    added,
  }
}

const SHARE = tenantStatement(
  'flows/share-returned-plans',
  `INSERT INTO lesson_plan_shares (client_id, plan_id, user_id, shared, ts)
   SELECT $1, said.plan, said.reader, true, said.ts
   FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) said (plan, reader, ts)
   WHERE ${IS_SHARE_UNTOUCHED}
   -- an undo has ended it
   ON CONFLICT (client_id, plan_id, user_id) DO UPDATE SET shared = true, ts = excluded.ts
     WHERE NOT lesson_plan_shares.shared
   RETURNING plan_id AS plan, user_id AS reader`,
)

/** Takes back who may read a lesson plan. Returns the ids of plans that have more readers. */
export async function takeShares(
  tx: Tx,
  { nowMs }: Pick<Taker, 'nowMs'>,
  { accounts, plans }: { accounts: Accounts; plans: ReadonlySet<string> },
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<string[]> {
  const file = 'lesson-plan-shares.csv'
  const shares = rows.flatMap(({ line, cells }) => {
    const { plan = '', entered_at: entered = '' } = cells
    const reader = accounts.find(namedAccount(cells))
    const ts = timeOf(entered, nowMs)
    if (!plans.has(plan)) return []
    if (!reader) report.leave(file, line, 'account', cells['coach'])
    else if (ts === null) report.leave(file, line, 'value', entered)
    else return [{ plan, readerId: reader.id, ts }]
    return []
  })
  const taken = await queryRows(tx, SHARE, [
    shares.map(({ plan }) => plan),
    shares.map(({ readerId }) => readerId),
    shares.map(({ ts }) => ts),
  ])
  report.brought.links.shares.push(...taken.filter(({ plan }) => !report.brought.plans.includes(plan)))
  report.count(file, { taken: taken.length, same: shares.length - taken.length })
  return taken.map(({ plan }) => plan)
}

const ATTACH = tenantStatement(
  'flows/attach-returned-plans',
  `INSERT INTO lesson_plan_groups (client_id, group_id, plan_id, attached, ts, author_id)
   SELECT $1, said.group_id, said.plan, true, said.ts, said.author
   FROM unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::uuid[]) said (group_id, plan, ts, author)
   WHERE ${IS_PLACE_UNTOUCHED}
   -- an undo has ended it
   ON CONFLICT (client_id, group_id, plan_id) DO UPDATE SET attached = true, ts = excluded.ts
     WHERE NOT lesson_plan_groups.attached
   RETURNING group_id, plan_id`,
)

/** Takes back on which groups of a club lesson plans are. Returns the changed keys. */
export async function takePlanGroups(
  tx: Tx,
  { clubId, userId, nowMs }: Taker & { clubId: string },
  { accounts, groups, plans }: { accounts: Accounts; groups: ReturnedGroups; plans: ReadonlySet<string> },
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<ChangedKey[]> {
  const file = 'lesson-plan-groups.csv'
  const links = rows.flatMap(({ line, cells }) => {
    const { plan = '', entered_at: entered = '' } = cells
    const groupId = groups.find(cells)
    const ts = timeOf(entered, nowMs)
    if (!plans.has(plan)) return []
    if (groupId === undefined) report.leave(file, line, 'group', cells['group'])
    else if (ts === null) report.leave(file, line, 'value', entered)
    else return [{ groupId, plan, ts, authorId: accounts.find(namedAccount(cells))?.id ?? userId }]
    return []
  })
  const taken = await queryRows(tx, ATTACH, [
    links.map(({ groupId }) => groupId),
    links.map(({ plan }) => plan),
    links.map(({ ts }) => ts),
    links.map(({ authorId }) => authorId),
  ])
  for (const { group_id: group, plan_id: plan } of taken)
    if (!report.brought.plans.includes(plan)) report.brought.links.groups.push({ plan, group })
  report.count(file, { taken: taken.length, same: links.length - taken.length })
  return placeKeys(clubId, taken)
}
