import { Type } from 'typebox'
import { ClubSettings, type ClubPatch, type NewClubBody } from '#contract/tenants/clubs.ts'
import { audit } from '#server/platform/audit.ts'
import { setLogo } from '#server/platform/files/uses.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { touchClub } from '#server/tenants/changes/change-counters.ts'
import { execute, findRow, getRow, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from './club-context.ts'
import { createClub } from './commands.ts'
import { clubCounts, clubJson, isLanguageOfClub } from './queries.ts'

/** The author or administrator who changes a club. */
type Actor = Pick<ClubContext, 'clientId' | 'userId'>

const CLUB_SETTINGS = tenantStatement(
  'tenants/read-club-settings',
  `SELECT (${clubJson}::jsonb || jsonb_build_object('logo_file_id', club.logo_file_id,
     'org_portal', club.org_portal::int, ${clubCounts},
     'language_ids', (SELECT jsonb_agg(language_id ORDER BY language_id) FROM client_languages
       WHERE client_languages.client_id = club.client_id AND ${isLanguageOfClub}))) AS club
   FROM clubs club WHERE club.client_id = $1 AND club.id = $2 AND club.deleted_at IS NULL`,
  { json: { club: Type.Omit(ClubSettings, ['revision']) } },
)

/** The settings of a club [3.5]. */
export async function readSettings(tx: Tx, clubId: string): Promise<ClubSettings> {
  const row = await findRow(tx, CLUB_SETTINGS, [clubId])
  if (!row) throw new Refusal('NOT_FOUND', { field: 'id' })
  const { club } = row
  // The revision protects the form. The logo is saved separately, and nobody edits the counts, so they are left out.
  const { logo_file_id: _logo, members: _members, users: _users, ...versioned } = club
  return { ...club, revision: revisionOf(versioned) }
}

const LOCK_CLUB = tenantStatement('tenants/lock-club', 'SELECT FROM clubs WHERE client_id = $1 AND id = $2 FOR UPDATE')

/** Reads the settings of a club and locks it until the transaction ends. */
export async function lockClub(tx: Tx, clubId: string): Promise<ClubSettings> {
  await execute(tx, LOCK_CLUB, [clubId])
  return readSettings(tx, clubId)
}

/** Changes the settings of a club, if nobody has changed them since the revision `ifMatch`. */
export async function changeSettings(
  tx: Tx,
  actor: Actor,
  clubId: string,
  patch: ClubPatch,
  ifMatch: string,
): Promise<void> {
  const { revision, ...before } = await lockClub(tx, clubId)
  matchRevision(ifMatch, revision)
  await writeSettings(tx, actor, before, patch)
  const { userId } = actor
  await audit(tx, { userId, action: 'change', entity: 'club', entityId: clubId, before, after: patch })
  await touchClub(tx, clubId)
}

/** Creates a club of the client, with the given new id. */
export async function addClub(tx: Tx, actor: Actor, id: string, body: NewClubBody): Promise<void> {
  const { name, time_zone: timeZone } = body
  await createClub(tx, actor.userId, { id, name: name.trim(), ngoId: null, timeZone, memberTypes: [] })
  await writeSettings(tx, actor, await readSettings(tx, id), body)
}

/**
 * Two columns are booleans, for which the contract has 0 and 1. The languages are written only when they are given:
 * null in the column means all active ones, and the settings that were read have the list that was worked out from it.
 */
const UPDATE_CLUB = tenantStatement(
  'tenants/update-club',
  `UPDATE clubs SET name = $3, ngo_id = $4, org_portal = ($5 = 1), time_zone = $6, parent_portal = ($7 = 1),
     member_types = $8, logo_file_id = $9, language_ids = coalesce($10::int[], language_ids)
   WHERE client_id = $1 AND id = $2`,
)

async function writeSettings(
  tx: Tx,
  actor: Actor,
  before: Omit<ClubSettings, 'revision'>,
  patch: ClubPatch,
): Promise<void> {
  const after = {
    ...before,
    ...patch,
    member_types: (patch.member_types ?? before.member_types).map((type) => type.trim()),
  }
  const distinctTypes = new Set(after.member_types.map((type) => type.toLowerCase()))
  if (distinctTypes.size !== after.member_types.length)
    throw new Refusal('INVALID_REQUEST', { field: 'member_types', detail: 'twice' })
  if (patch.time_zone !== undefined && !(await isTimeZone(tx, patch.time_zone)))
    throw new Refusal('INVALID_REQUEST', { field: 'time_zone' })
  if (patch.language_ids) await refuseInactiveLanguages(tx, patch.language_ids)
  if (patch.logo_file_id !== undefined && patch.logo_file_id !== before.logo_file_id)
    await setLogo(tx, { kind: 'club', key: before.id }, { userId: actor.userId, fileId: patch.logo_file_id })
  try {
    await execute(tx, UPDATE_CLUB, [
      before.id,
      after.name.trim(),
      after.ngo_id?.trim() ?? null,
      after.org_portal,
      after.time_zone,
      after.parent_portal,
      after.member_types,
      after.logo_file_id,
      patch.language_ids ?? null,
    ])
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'clubs_ngo_id')
      throw new Refusal('CONFLICT_NGO_ID', { field: 'ngo_id' })
    throw error
  }
}

const TIME_ZONE = statement('tenants/find-time-zone', 'SELECT FROM pg_timezone_names WHERE name = $1')

/** Whether both Node and the database know the time zone, because both compute with it. */
async function isTimeZone(tx: Tx, name: string): Promise<boolean> {
  // Intl does not list UTC, but a device whose time zone was never set reports it.
  if (name !== 'UTC' && !Intl.supportedValuesOf('timeZone').includes(name)) return false
  return (await execute(tx, TIME_ZONE, [name])) === 1
}

const COUNT_ACTIVE_LANGUAGES = tenantStatement(
  'tenants/count-active-languages',
  `SELECT count(*) AS count FROM client_languages
   WHERE client_id = $1 AND active AND language_id = ANY($2::int[])`,
)

async function refuseInactiveLanguages(tx: Tx, ids: readonly number[]): Promise<void> {
  const { count } = await getRow(tx, COUNT_ACTIVE_LANGUAGES, [ids])
  if (count !== ids.length) throw new Refusal('NOT_FOUND', { field: 'language_ids' })
}
