import { ClientSettings, ClubFeatures, type ClientSettingsPatch } from '#contract/tenants/client-settings.ts'
import { themePairs } from '#domain/platform/contrast.ts'
import { featuresOf } from '#domain/tenants/pages.ts'
import { audit } from '#server/platform/audit.ts'
import { readFactorState, setSecondFactor } from '#server/tenants/clients/second-factor-policy.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { setLogo } from '#server/platform/files/uses.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** `shut`, the flags that the provider keeps off, is derived from these columns. */
const CLIENT_SETTINGS = tenantStatement(
  'tenants/read-client-settings',
  `SELECT client.name, client.auth_provider, client.login, provider.issuer, provider.roster_url, client.second_factor,
     client.features, client.own_theme AS theme, client.logo_file_id, client.wording
   FROM clients client LEFT JOIN identity_providers provider ON provider.client_id = client.client_id
   WHERE client.client_id = $1`,
  { json: { features: ClientSettings.properties.features, theme: ClientSettings.properties.theme } },
)

export async function readClientSettings(tx: Tx): Promise<ClientSettings> {
  const row = await findRow(tx, CLIENT_SETTINGS)
  if (!row) throw new Refusal('UNKNOWN_HOST')
  const allOn = Object.fromEntries(Object.keys(row.features).map((flag) => [flag, true]))
  // Flags that stay off although all are set are not available with this provider.
  const available = featuresOf(row.auth_provider, allOn)
  return {
    ...row,
    shut: Object.keys(available).filter((flag) => available[flag] === false),
    revision: revisionOf([row.features, row.second_factor, row.theme, row.logo_file_id, row.wording]),
  }
}

const LOCK_CLIENT = tenantStatement('tenants/lock-client', 'SELECT FROM clients WHERE client_id = $1 FOR UPDATE')

const UPDATE_FEATURES_AND_THEME = tenantStatement(
  'tenants/update-features-and-theme',
  'UPDATE clients SET features = features || $2, own_theme = $3 WHERE client_id = $1',
)

const UPDATE_WORDING = tenantStatement('tenants/update-wording', 'UPDATE clients SET wording = $2 WHERE client_id = $1')

const UPDATE_LOGO = tenantStatement('tenants/update-logo', 'UPDATE clients SET logo_file_id = $2 WHERE client_id = $1')

/** Changes the client's settings; returns the families of the sessions that this ends. */
export async function changeClientSettings(
  tx: Tx,
  { clientId, userId, nowMs }: ClientContext & { nowMs: number },
  patch: ClientSettingsPatch,
  ifMatch: string,
): Promise<string[]> {
  for (const { field, ratio, least } of patch.theme ? themePairs(patch.theme) : [])
    if (ratio < least)
      throw new Refusal('INVALID_REQUEST', {
        field: `theme/${field}`,
        detail: `contrast ${ratio.toFixed(1)}, at least ${least}`,
      })
  await execute(tx, LOCK_CLIENT)
  const current = await readClientSettings(tx)
  matchRevision(ifMatch, current.revision)
  const { features, second_factor: policy, theme, wording, logo_file_id: logo } = patch
  const auditEntry = { userId, action: 'change', entity: 'client', entityId: clientId }
  if (features !== undefined || theme !== undefined) {
    await execute(tx, UPDATE_FEATURES_AND_THEME, [features ?? {}, theme === undefined ? current.theme : theme])
    const before = { features: current.features, theme: current.theme }
    await audit(tx, { ...auditEntry, before, after: { features, theme } })
  }
  if (wording !== undefined && wording !== current.wording) {
    await execute(tx, UPDATE_WORDING, [wording])
    await audit(tx, { ...auditEntry, before: { wording: current.wording }, after: { wording } })
  }
  if (logo !== undefined && logo !== current.logo_file_id) {
    await setLogo(tx, { kind: 'client', key: clientId }, { userId, fileId: logo })
    await execute(tx, UPDATE_LOGO, [logo])
    await audit(tx, {
      ...auditEntry,
      before: { logo_file_id: current.logo_file_id },
      after: { logo_file_id: logo },
    })
  }
  if (policy === undefined || policy === current.second_factor) return []
  // Users who require a second factor of everybody must have one themselves, or they would be logged out at once.
  if (policy === 'required' && !(await readFactorState(tx, userId)).on)
    throw new Refusal('SECOND_FACTOR_REQUIRED', { field: 'second_factor' })
  return setSecondFactor(tx, clientId, policy, { userId, nowMs })
}

const CLUB_FEATURES = tenantStatement(
  'tenants/read-club-features',
  'SELECT features FROM clubs WHERE client_id = $1 AND id = $2 AND deleted_at IS NULL',
  { json: { features: ClubFeatures.properties.features } },
)

/** The feature flags in which a club differs from its client. */
export async function readClubFeatures(tx: Tx, clubId: string): Promise<ClubFeatures> {
  const club = await findRow(tx, CLUB_FEATURES, [clubId])
  if (!club) throw new Refusal('NOT_FOUND', { field: 'id' })
  return { ...club, revision: revisionOf(club) }
}

const LOCK_CLUB_FEATURES = tenantStatement(
  'tenants/lock-club-features',
  'SELECT features FROM clubs WHERE client_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE',
  { json: { features: ClubFeatures.properties.features } },
)

const UPDATE_CLUB_FEATURES = tenantStatement(
  'tenants/update-club-features',
  'UPDATE clubs SET features = $3 WHERE client_id = $1 AND id = $2',
)

/**
 * Sets the feature flags in which a club differs from its client. With `ifMatch` it is refused when somebody has changed
 * them since that revision.
 */
export async function setClubFeatures(
  tx: Tx,
  { userId }: ClientContext,
  clubId: string,
  features: Readonly<Record<string, unknown>>,
  ifMatch: string | undefined,
): Promise<void> {
  const current = await findRow(tx, LOCK_CLUB_FEATURES, [clubId])
  if (!current) throw new Refusal('NOT_FOUND', { field: 'id' })
  if (ifMatch !== undefined) matchRevision(ifMatch, revisionOf(current))
  await execute(tx, UPDATE_CLUB_FEATURES, [clubId, features])
  const auditEntry = { userId, action: 'set-features', entity: 'club', entityId: clubId }
  await audit(tx, { ...auditEntry, before: current.features, after: features })
}
