import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

interface Stored {
  model: string
  id: string
  payload: AdapterPayload
  /** Unix ms. */
  until: number
}

/** The models that end when their grant is revoked. A login in progress has a grant, too, but goes on. */
const OF_GRANTS = ['AccessToken', 'AuthorizationCode', 'RefreshToken']

/** Stores an authorization server's sessions, logins in progress, codes and tokens in memory. */
export function memoryAdapter(): AdapterFactory {
  const all = new Map<string, Stored>()
  const drop = (matches: (entry: Stored) => boolean) => {
    for (const [key, entry] of all) if (matches(entry)) all.delete(key)
  }
  const first = (matches: (entry: Stored) => boolean) =>
    [...all.values()].find((entry) => entry.until > Date.now() && matches(entry))?.payload

  return (model): Adapter => ({
    upsert(id, payload, expiresIn) {
      drop(({ until }) => until <= Date.now())
      all.set(`${model} ${id}`, { model, id, payload, until: Date.now() + (expiresIn ?? 86_400) * 1000 })
      return Promise.resolve()
    },
    find: (id) => Promise.resolve(first((entry) => entry.model === model && entry.id === id)),
    findByUid: (uid) => Promise.resolve(first((entry) => entry.model === model && entry.payload.uid === uid)),
    findByUserCode: (code) =>
      Promise.resolve(first((entry) => entry.model === model && entry.payload.userCode === code)),
    consume(id) {
      const stored = all.get(`${model} ${id}`)
      if (stored) stored.payload.consumed = Math.floor(Date.now() / 1000)
      return Promise.resolve()
    },
    destroy(id) {
      all.delete(`${model} ${id}`)
      return Promise.resolve()
    },
    revokeByGrantId(grantId) {
      drop((entry) => OF_GRANTS.includes(entry.model) && entry.payload.grantId === grantId)
      return Promise.resolve()
    },
  })
}
