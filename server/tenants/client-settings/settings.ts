import type { ClientSettings, ClientSettingsPatch, ClubFeatures } from '#contract/tenants/client-settings.ts'
import { themePairs } from '#domain/platform/contrast.ts'
import { featuresOf, type Provider } from '#domain/tenants/pages.ts'
import { audit } from '#server/platform/audit.ts'
import { readFactorState, setSecondFactor } from '#server/tenants/clients/second-factor-policy.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { setLogo } from '#server/platform/files/uses.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The columns that are read. `shut`, the flags that the provider keeps off, is derived from them. */
type SettingsRow = Omit<ClientSettings, 'shut' | 'revision' | 'auth_provider'> & { auth_provider: Provider }

export async function readClientSettings(tx: Tx): Promise<ClientSettings> {
  const { rows } = await tx.query<SettingsRow>(
    `SELECT client.name, client.auth_provider, client.login, provider.issuer, provider.roster_url, client.second_factor,
       client.features, client.own_theme AS theme, client.logo_file_id, client.wording
     FROM clients client LEFT JOIN identity_providers provider USING (client_id)`,
  )
  const [row] = rows
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

/** Changes the client's settings; returns the families of the sessions that this ends. */
export async function changeClientSettings(
  tx: Tx,
  { clientId, userId }: ClientContext,
  patch: ClientSettingsPatch,
  ifMatch: string,
): Promise<string[]> {
  for (const { field, ratio, least } of patch.theme ? themePairs(patch.theme) : [])
    if (ratio < least)
      throw new Refusal('INVALID_REQUEST', {
        field: `theme/${field}`,
        detail: `contrast ${ratio.toFixed(1)}, at least ${least}`,
      })
  // Statements on `clients` need no condition: row-level security shows only the row of the session's client.
  await tx.query('SELECT FROM clients FOR UPDATE')
  const current = await readClientSettings(tx)
  matchRevision(ifMatch, current.revision)
  const { features, second_factor: policy, theme, wording, logo_file_id: logo } = patch
  const auditEntry = { userId, action: 'change', entity: 'client', entityId: clientId }
  if (features !== undefined || theme !== undefined) {
    await tx.query('UPDATE clients SET features = features || $1, own_theme = $2', [
      features ?? {},
      theme === undefined ? current.theme : theme,
    ])
    const before = { features: current.features, theme: current.theme }
    await audit(tx, clientId, { ...auditEntry, before, after: { features, theme } })
  }
  if (wording !== undefined && wording !== current.wording) {
    await tx.query('UPDATE clients SET wording = $1', [wording])
    await audit(tx, clientId, { ...auditEntry, before: { wording: current.wording }, after: { wording } })
  }
  if (logo !== undefined && logo !== current.logo_file_id) {
    await setLogo(tx, { kind: 'client', key: clientId }, { clientId, userId, fileId: logo })
    await tx.query('UPDATE clients SET logo_file_id = $1', [logo])
    await audit(tx, clientId, {
      ...auditEntry,
      before: { logo_file_id: current.logo_file_id },
      after: { logo_file_id: logo },
    })
  }
  if (policy === undefined || policy === current.second_factor) return []
  // Users who require a second factor of everybody must have one themselves, or they would be logged out at once.
  if (policy === 'required' && !(await readFactorState(tx, userId)).on)
    throw new Refusal('SECOND_FACTOR_REQUIRED', { field: 'second_factor' })
  return setSecondFactor(tx, clientId, policy, userId)
}

/** The feature flags in which a club differs from its client. */
export async function readClubFeatures(tx: Tx, clubId: string): Promise<ClubFeatures> {
  const { rows } = await tx.query<ClubFeatures>('SELECT features FROM clubs WHERE id = $1 AND deleted_at IS NULL', [
    clubId,
  ])
  const [club] = rows
  if (!club) throw new Refusal('NOT_FOUND', { field: 'id' })
  return club
}

/** Sets the feature flags in which a club differs from its client. */
export async function setClubFeatures(
  tx: Tx,
  { clientId, userId }: ClientContext,
  clubId: string,
  features: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows } = await tx.query<{ features: unknown }>(
    'SELECT features FROM clubs WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
    [clubId],
  )
  const [current] = rows
  if (!current) throw new Refusal('NOT_FOUND', { field: 'id' })
  await tx.query('UPDATE clubs SET features = $2 WHERE id = $1', [clubId, features])
  const auditEntry = { userId, action: 'set-features', entity: 'club', entityId: clubId }
  await audit(tx, clientId, { ...auditEntry, before: current.features, after: features })
}
