import { Refusal } from '#server/platform/http/errors.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { inTenant, type Database } from '#server/platform/tenancy.ts'
import { createConnect, type Connect } from './connection.ts'
import { courseProvider } from './course-provider.ts'
import { openIdProvider } from './openid.ts'
import { createOutbound } from './outbound.ts'
import { OneRoster } from './one-roster.ts'
import type { LoginProvider, ProviderSettings } from './provider.ts'
import { readProvider, type Authority, type ProviderKind } from './settings.ts'

/** Gives access to the clients' providers. Settings are read at each call, so a change takes effect at once. */
export class Providers {
  readonly #db: Database
  readonly #secrets: SecretBox
  readonly #connect: Connect

  constructor(db: Database, secrets: SecretBox, { demo, now }: { demo: boolean; now: () => number }) {
    this.#db = db
    this.#secrets = secrets
    this.#connect = createConnect(createOutbound({ demo }), demo, now)
  }

  /**
   * The client's login provider. Refuses with EXTERNAL_CONFIG_ERROR when it has none or its settings are incomplete.
   */
  async login(clientId: string): Promise<{ authority: Authority; provider: LoginProvider }> {
    const { kind, settings } = await this.#settings(clientId)
    const authority = { kind, issuer: settings.issuer }
    if (kind === 'bg') return { authority, provider: openIdProvider(settings, this.#connect) }
    return { authority, provider: courseProvider(withRosters(settings), this.#connect) }
  }

  /**
   * The rosters of the client's course provider. Refuses in the same cases as `login`, and when the provider is not a
   * course provider.
   */
  async roster(clientId: string): Promise<OneRoster> {
    const { kind, settings } = await this.#settings(clientId)
    if (kind !== 'coursepro') throw new Refusal('EXTERNAL_CONFIG_ERROR')
    return new OneRoster(withRosters(settings), this.#connect)
  }

  /** The kind of the client's provider; null when its users log in here. */
  async kindOf(clientId: string): Promise<ProviderKind | null> {
    return (await inTenant(this.#db, clientId, 'read', (tx) => readProvider(tx, this.#secrets, clientId))).kind
  }

  async #settings(clientId: string): Promise<{ kind: ProviderKind; settings: ProviderSettings }> {
    const { kind, settings } = await inTenant(this.#db, clientId, 'read', (tx) =>
      readProvider(tx, this.#secrets, clientId),
    )
    if (kind === null || settings === null || !URL.canParse(settings.issuer)) throw new Refusal('EXTERNAL_CONFIG_ERROR')
    return { kind, settings }
  }
}

function withRosters(settings: ProviderSettings): ProviderSettings & { rosterUrl: string } {
  const { rosterUrl } = settings
  if (rosterUrl === null || !URL.canParse(rosterUrl)) throw new Refusal('EXTERNAL_CONFIG_ERROR')
  return { ...settings, rosterUrl }
}
