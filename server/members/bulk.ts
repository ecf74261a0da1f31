import { abilityGroupKey, abilityGroupProblem, inOneSpelling } from '#domain/members/ability-groups.ts'
import { MOST_TAGS } from '#domain/identity/person.ts'
import { refuseForeignRecords, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { leaveGroups } from './leave-groups.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { noteMembers, putMembers, type MemberChange } from '#server/members/change-sets/change-set.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { clubsOfMembers } from './queries.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { spellingsOf } from './ability-groups.ts'

interface Held {
  id: string
  status: 'active' | 'inactive'
  tags: string[]
}

/** Held in the order of their ids; one who is not of the club is a refusal. */
async function lockMembers(tx: Tx, context: ClubContext, ids: readonly string[]): Promise<Held[]> {
  const { rows } = await tx.query<Held>(
    `SELECT member_id AS id, status, tags FROM club_members WHERE club_id = $1 AND member_id = ANY($2) AND status <> 'merged'
     ORDER BY member_id FOR NO KEY UPDATE`,
    [context.clubId, ids],
  )
  if (rows.length < ids.length) throw new Refusal('NOT_FOUND', { field: 'member_uuids' })
  return rows
}

/** Those who become inactive leave the club's groups [4.26]. */
export async function turnMembers(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  ids: readonly string[],
  status: 'active' | 'inactive',
): Promise<ChangedKey[]> {
  refuseForeignRecords(context)
  const turned = (await lockMembers(tx, context, ids))
    .filter((held) => held.status !== status)
    .map((held) => ({ id: held.id, before: { status: held.status }, after: { status } }))
  const changed = await change(tx, context, changeSetId, turned, { fields: ['status'], status })
  const out = turned.map((one) => one.id)
  return status === 'inactive' ? [...changed, ...(await leaveGroups(tx, context, changeSetId, out))] : changed
}

/** An ability group more, or less. */
export async function tagMembers(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  ids: readonly string[],
  entered: string,
  on: boolean,
): Promise<ChangedKey[]> {
  const key = abilityGroupKey(entered)
  // one of long ago that has such a name can still be taken away
  const problem = key === '' ? 'required' : on ? abilityGroupProblem(entered) : null
  if (problem !== null) throw new Refusal('INVALID_REQUEST', { field: 'tag', detail: `tag: ${problem}` })
  const held = await lockMembers(tx, context, ids)
  const [name = ''] = inOneSpelling([entered], await spellingsOf(tx, context.clubId))
  const others = (tags: readonly string[]) => tags.filter((one) => abilityGroupKey(one) !== key)
  const tagged = held
    .filter(({ tags }) => others(tags).length < tags.length !== on)
    .map(({ id, tags }) => ({ id, before: { tags }, after: { tags: on ? [...tags, name] : others(tags) } }))
  if (tagged.some(({ after }) => after.tags.length > MOST_TAGS))
    throw new Refusal('INVALID_REQUEST', { field: 'tag', detail: `tag: at most ${MOST_TAGS} for a member` })
  return change(tx, context, changeSetId, tagged, { fields: ['tags'] })
}

async function change(
  tx: Tx,
  context: ClubContext,
  changeSetId: string,
  changes: readonly MemberChange[],
  said: object,
): Promise<ChangedKey[]> {
  await noteMembers(tx, context, changeSetId, changes)
  await putMembers(tx, context, changeSetId, 'after')
  const ids = changes.map((one) => one.id)
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT $1, $2, 'change', 'member', id, $4 FROM unnest($3::text[]) id`,
    [context.clientId, context.userId, ids, { clubId: context.clubId, step: changeSetId, ...said }],
  )
  const clubs = await clubsOfMembers(tx, ids)
  return clubs.map(({ club_id, member_id }) => ({ clubId: club_id, kind: 'member', key: member_id }))
}
