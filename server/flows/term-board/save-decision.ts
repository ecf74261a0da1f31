import type { TermPatch } from '#contract/flows/term-board.ts'
import { addDays, isDate } from '#domain/platform/club-time.ts'
import { moveObstacle } from '#domain/flows/term-board.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readBoard } from './queries.ts'

/** The date of effect lies at most this many days ahead, which is a year. */
const MAX_DAYS_AHEAD = 366

const LOCK_CLUB = tenantStatement(
  'flows/lock-board',
  'SELECT FROM clubs WHERE client_id = $1 AND id = $2 FOR NO KEY UPDATE',
)

/** Locks a club's board, because a decision is checked against all others. */
export async function lockBoard(tx: Tx, context: ClubContext): Promise<void> {
  refuseIfProviderOwns(context)
  await execute(tx, LOCK_CLUB, [context.clubId])
}

export const SET_DATE = tenantStatement(
  'flows/set-date-of-board',
  'UPDATE clubs SET term_date = $3 WHERE client_id = $1 AND id = $2',
)

/** Sets the day from which all decisions take effect. */
async function chooseDate(tx: Tx, context: ClubContext, on: string): Promise<void> {
  const lastDay = addDays(context.today, MAX_DAYS_AHEAD)
  if (!isDate(on) || on < context.today || on > lastDay)
    throw new Refusal('INVALID_REQUEST', { field: 'on', detail: `on: from ${context.today} to ${lastDay}` })
  await execute(tx, SET_DATE, [context.clubId, on])
  await audit(tx, {
    userId: context.userId,
    action: 'choose-date',
    entity: 'term-board',
    entityId: context.clubId,
    after: { on },
  })
}

const DELETE_DECISIONS = tenantStatement(
  'flows/delete-decisions',
  `DELETE FROM term_decisions WHERE client_id = $1 AND club_id = $2
     AND (group_id, member_id) IN (SELECT * FROM unnest($3::uuid[], $4::uuid[]))`,
)

const STORE_DECISIONS = tenantStatement(
  'flows/store-decisions',
  `INSERT INTO term_decisions (client_id, club_id, user_id, group_id, member_id, to_group_id)
   SELECT $1, $2, $3, * FROM unnest($4::uuid[], $5::uuid[], $6::uuid[])
   ON CONFLICT (client_id, club_id, group_id, member_id) DO UPDATE
     SET to_group_id = excluded.to_group_id, user_id = excluded.user_id RETURNING client_id`,
)

/**
 * Stores decisions in the draft, which only administrators see. A member can only be moved to a suitable group; whether
 * it has room is checked when the draft is applied.
 */
export async function saveDecisions(
  tx: Tx,
  context: ClubContext,
  curricula: Curricula,
  { on, decisions = [] }: TermPatch,
): Promise<void> {
  await lockBoard(tx, context)
  if (on !== undefined) await chooseDate(tx, context, on)
  if (decisions.length === 0) return
  const board = await readBoard(
    tx,
    context,
    curricula,
    decisions.map((decision) => decision.group_id),
  )
  const groups = new Map(board.groups.map((group) => [group.id, group]))
  // all decisions of the draft as they are to be, by group and member
  const planned = new Map(board.draft.decisions.map((stored) => [`${stored.group_id}/${stored.member_uuid}`, stored]))
  decisions.forEach(({ group_id, member_uuid, decision, to_group_id }, index) => {
    /** Names a field of this decision for a refusal. */
    const field = (name: string) => ({ field: `decisions/${index}/${name}` })
    const column = board.columns.find((candidate) => candidate.id === group_id)
    const group = groups.get(group_id)
    if (!column || !group) throw new Refusal('NOT_FOUND', field('group_id'))
    const member = column.members.find((candidate) => candidate.uuid === member_uuid)
    if (!member) throw new Refusal('NOT_FOUND', field('member_uuid'))
    const key = `${group_id}/${member_uuid}`
    const before = planned.get(key)
    planned.delete(key)
    if ((decision === 'move') !== (to_group_id !== undefined))
      throw new Refusal('INVALID_REQUEST', {
        ...field('to_group_id'),
        detail: 'to_group_id: a move has one, nothing else does',
      })
    if (decision === 'open') return
    if (to_group_id !== undefined) {
      const target = groups.get(to_group_id)
      if (!target) throw new Refusal('NOT_FOUND', field('to_group_id'))
      // the groups to which other decisions of the draft move the member
      const plannedTargets = [...planned.values()].flatMap((other) =>
        other.member_uuid === member_uuid && other.to_group_id !== null ? [other.to_group_id] : [],
      )
      const { age, wanted } = member
      const elsewhere = [...member.elsewhere, ...plannedTargets]
      const obstacle = moveObstacle(target, { member_uuid, age, group, wanted, elsewhere })
      if (obstacle !== null) throw new Refusal('GROUP_UNFIT', { ...field('to_group_id'), detail: obstacle })
    }
    const { firstname, lastname } = before ?? member
    planned.set(key, { group_id, member_uuid, to_group_id: to_group_id ?? null, firstname, lastname })
  })
  // an open decision is not stored
  const open = decisions.filter(({ decision }) => decision === 'open')
  await execute(tx, DELETE_DECISIONS, [
    context.clubId,
    open.map((row) => row.group_id),
    open.map((row) => row.member_uuid),
  ])
  const keys = new Set(decisions.map((row) => `${row.group_id}/${row.member_uuid}`))
  const changed = [...keys].flatMap((key) => planned.get(key) ?? [])
  await execute(tx, STORE_DECISIONS, [
    context.clubId,
    context.userId,
    changed.map((row) => row.group_id),
    changed.map((row) => row.member_uuid),
    changed.map((row) => row.to_group_id),
  ])
  await audit(tx, {
    userId: context.userId,
    action: 'decide',
    entity: 'term-board',
    entityId: context.clubId,
    after: { decisions },
  })
}
