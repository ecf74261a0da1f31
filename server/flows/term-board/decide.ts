import type { TermPatch } from '#contract/flows/term-board.ts'
import { addDays, isDate } from '#domain/platform/club-time.ts'
import { moveObstacle } from '#domain/flows/term-board.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseForeignRecords, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readBoard } from './queries.ts'

/** One at a time on a club's board: a decision is judged by all the others. */
export async function lockBoard(tx: Tx, context: ClubContext): Promise<void> {
  refuseForeignRecords(context)
  await tx.query('SELECT FROM clubs WHERE id = $1 FOR NO KEY UPDATE', [context.clubId])
}

/** From which day on all that is decided holds. */
async function chooseDate(tx: Tx, context: ClubContext, on: string): Promise<void> {
  const last = addDays(context.today, 366)
  if (!isDate(on) || on < context.today || on > last)
    throw new Refusal('INVALID_REQUEST', { field: 'on', detail: `on: from ${context.today} to ${last}` })
  await tx.query('UPDATE clubs SET term_date = $2 WHERE id = $1', [context.clubId, on])
  await audit(tx, context.clientId, {
    userId: context.userId,
    action: 'choose-date',
    entity: 'term-board',
    entityId: context.clubId,
    after: { on },
  })
}

/** Notes what is decided, for nobody but the office yet. Only a group that fits can be chosen; room is asked for when all is applied. */
export async function decide(
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
    decisions.map((one) => one.group_id),
  )
  const targets = new Map(board.groups.map((group) => [group.id, group]))
  const planned = new Map(board.draft.decisions.map((one) => [`${one.group_id}/${one.member_uuid}`, one]))
  decisions.forEach(({ group_id, member_uuid, decision, to_group_id }, k) => {
    const field = (name: string) => ({ field: `decisions/${k}/${name}` })
    const column = board.columns.find((one) => one.id === group_id)
    const group = targets.get(group_id)
    if (!column || !group) throw new Refusal('NOT_FOUND', field('group_id'))
    const member = column.members.find((one) => one.uuid === member_uuid)
    if (!member) throw new Refusal('NOT_FOUND', field('member_uuid'))
    const key = `${group_id}/${member_uuid}`
    const was = planned.get(key)
    planned.delete(key)
    if ((decision === 'move') !== (to_group_id !== undefined))
      throw new Refusal('INVALID_REQUEST', {
        ...field('to_group_id'),
        detail: 'to_group_id: a move has one, nothing else does',
      })
    if (decision === 'open') return
    if (to_group_id !== undefined) {
      const target = targets.get(to_group_id)
      if (!target) throw new Refusal('NOT_FOUND', field('to_group_id'))
      const others = [...planned.values()].flatMap((one) =>
        one.member_uuid === member_uuid && one.to_group_id !== null ? [one.to_group_id] : [],
      )
      const { age, wanted } = member
      const elsewhere = [...member.elsewhere, ...others]
      const why = moveObstacle(target, { member_uuid, age, group, wanted, elsewhere })
      if (why !== null) throw new Refusal('GROUP_UNFIT', { ...field('to_group_id'), detail: why })
    }
    const { firstname, lastname } = was ?? member
    planned.set(key, { group_id, member_uuid, to_group_id: to_group_id ?? null, firstname, lastname })
  })
  const open = decisions.filter((one) => one.decision === 'open')
  await tx.query(
    `DELETE FROM term_decisions WHERE club_id = $1 AND (group_id, member_id) IN (SELECT * FROM unnest($2::uuid[], $3::uuid[]))`,
    [context.clubId, open.map((one) => one.group_id), open.map((one) => one.member_uuid)],
  )
  const made = [...new Map(decisions.map((one) => [`${one.group_id}/${one.member_uuid}`, one])).keys()].flatMap(
    (key) => planned.get(key) ?? [],
  )
  await tx.query(
    `INSERT INTO term_decisions (client_id, club_id, user_id, group_id, member_id, to_group_id)
     SELECT $1, $2, $3, * FROM unnest($4::uuid[], $5::uuid[], $6::uuid[])
     ON CONFLICT (client_id, club_id, group_id, member_id) DO UPDATE SET to_group_id = excluded.to_group_id, user_id = excluded.user_id`,
    [
      context.clientId,
      context.clubId,
      context.userId,
      made.map((one) => one.group_id),
      made.map((one) => one.member_uuid),
      made.map((one) => one.to_group_id),
    ],
  )
  await audit(tx, context.clientId, {
    userId: context.userId,
    action: 'decide',
    entity: 'term-board',
    entityId: context.clubId,
    after: { decisions },
  })
}
