import { guestPeriod } from '#domain/assessment/commands/guest.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { CheckedEdit, CheckedOf } from './check-operations.ts'
import type { Batch, Store } from './store.ts'

/**
 * The store of children who are on no list. It comes first, because marks and attendance of the same batch need the
 * guest's row. A guest is entered under a new id, so nothing has to be locked or merged.
 */
export const guestStore: Store = {
  async lock(batch, edits) {
    const guests = guestsOf(edits)
    if (guests.length > 0) await insertGuests(batch, guests)
    return {
      fold(fresh, outcomes) {
        const entered = guestsOf(fresh)
        for (const { op } of entered) outcomes.set(op.opId, { opId: op.opId, outcome: 'applied' })
        return Promise.resolve({
          changes: entered.map(({ op: { club: clubId }, payload: { groupId, memberUuid } }) => ({
            clubId,
            kind: 'group_member' as const,
            key: `${groupId}/${memberUuid}`,
          })),
          parents: [],
          write: () => auditGuests(batch, entered),
        })
      },
    }
  },
}

type CheckedGuest = CheckedOf<'guest'>

function guestsOf(edits: readonly CheckedEdit[]): CheckedGuest[] {
  return edits.filter((edit): edit is CheckedGuest => edit.kind === 'guest')
}

const INSERT_MEMBERS = tenantStatement(
  'assessment/insert-members-for-guests',
  `INSERT INTO members (client_id, id, firstname, lastname)
   SELECT $1, guest.id, guest.firstname, guest.lastname
   FROM unnest($2::uuid[], $3::text[], $4::text[]) guest (id, firstname, lastname)
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

const INSERT_GUESTS = tenantStatement(
  'assessment/insert-guests',
  `INSERT INTO guests (client_id, author_id, member_id, club_id, group_id, from_date, to_date, entered_at)
   SELECT $1, guest.author, guest.id, guest.club, guest.group_id, guest.first, guest.last, to_timestamp(guest.ts)
   FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::date[], $7::date[], $8::bigint[])
     guest (author, id, club, group_id, first, last, ts)
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

async function insertGuests({ tx }: Batch, guests: readonly CheckedGuest[]): Promise<void> {
  const ids = guests.map(({ payload }) => payload.memberUuid)
  await Promise.all([
    execute(tx, INSERT_MEMBERS, [
      ids,
      guests.map(({ payload }) => payload.firstname),
      guests.map(({ payload }) => payload.lastname),
    ]),
    execute(tx, INSERT_GUESTS, [
      guests.map(({ op }) => op.authorUuid),
      ids,
      guests.map(({ op }) => op.club),
      guests.map(({ payload }) => payload.groupId),
      guests.map(({ payload }) => guestPeriod(payload).from),
      guests.map(({ payload }) => guestPeriod(payload).to),
      guests.map(({ payload }) => payload.timestamp),
    ]),
  ])
}

// without the name, which erasing the guest must remove
const AUDIT_GUESTS = tenantStatement(
  'assessment/audit-guests',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after, club_id)
   SELECT $1, guest.author, 'guest', 'member', guest.member, jsonb_build_object('op', guest.op, 'group', guest.group_id),
     guest.club
   FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[]) guest (author, member, op, group_id, club)
   RETURNING client_id`,
)

async function auditGuests({ tx }: Batch, guests: readonly CheckedGuest[]): Promise<void> {
  if (guests.length === 0) return
  await execute(tx, AUDIT_GUESTS, [
    guests.map(({ op }) => op.authorUuid),
    guests.map(({ payload }) => payload.memberUuid),
    guests.map(({ op }) => op.opId),
    guests.map(({ payload }) => payload.groupId),
    guests.map(({ op }) => op.club),
  ])
}
