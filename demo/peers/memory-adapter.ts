import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

interface StoredEntry {
  model: string
  id: string
  payload: AdapterPayload
  /** When it expires, unix ms. */
  expiresMs: number
}

/**
 * The models of oidc-provider whose entries end when their grant is revoked. A login in progress has a grant too, but
 * continues.
 */
const GRANT_MODELS = ['AccessToken', 'AuthorizationCode', 'RefreshToken']

const DAY_SECONDS = 86_400

/** Stores an authorization server's sessions, logins in progress, codes and tokens in memory. */
export function memoryAdapter(): AdapterFactory {
  const entries = new Map<string, StoredEntry>()
  const deleteMatching = (matches: (entry: StoredEntry) => boolean) => {
    for (const [key, entry] of entries) if (matches(entry)) entries.delete(key)
  }
  const findPayload = (matches: (entry: StoredEntry) => boolean) =>
    [...entries.values()].find((entry) => entry.expiresMs > Date.now() && matches(entry))?.payload

  return (model): Adapter => ({
    upsert(id, payload, expiresIn) {
      deleteMatching(({ expiresMs }) => expiresMs <= Date.now())
      entries.set(`${model} ${id}`, { model, id, payload, expiresMs: Date.now() + (expiresIn ?? DAY_SECONDS) * 1000 })
      return Promise.resolve()
    },
    find: (id) => Promise.resolve(findPayload((entry) => entry.model === model && entry.id === id)),
    findByUid: (uid) => Promise.resolve(findPayload((entry) => entry.model === model && entry.payload.uid === uid)),
    findByUserCode: (code) =>
      Promise.resolve(findPayload((entry) => entry.model === model && entry.payload.userCode === code)),
    consume(id) {
      const stored = entries.get(`${model} ${id}`)
      if (stored) stored.payload.consumed = Math.floor(Date.now() / 1000)
      return Promise.resolve()
    },
    destroy(id) {
      entries.delete(`${model} ${id}`)
      return Promise.resolve()
    },
    revokeByGrantId(grantId) {
      deleteMatching((entry) => GRANT_MODELS.includes(entry.model) && entry.payload.grantId === grantId)
      return Promise.resolve()
    },
  })
}
