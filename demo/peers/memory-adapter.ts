import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

interface Kept {
  model: string
  id: string
  payload: AdapterPayload
  /** Unix ms. */
  until: number
}

/** What ends with a grant. A login under way names one too, and goes on. */
const OF_GRANTS = ['AccessToken', 'AuthorizationCode', 'RefreshToken']

/** What an authorization server knows until its process ends: sessions, logins under way, codes, tokens. */
export function memoryAdapter(): AdapterFactory {
  const all = new Map<string, Kept>()
  const drop = (is: (one: Kept) => boolean) => {
    for (const [key, one] of all) if (is(one)) all.delete(key)
  }
  const first = (is: (one: Kept) => boolean) =>
    [...all.values()].find((one) => one.until > Date.now() && is(one))?.payload

  return (model): Adapter => ({
    upsert(id, payload, expiresIn) {
      drop(({ until }) => until <= Date.now())
      all.set(`${model} ${id}`, { model, id, payload, until: Date.now() + (expiresIn ?? 86_400) * 1000 })
      return Promise.resolve()
    },
    find: (id) => Promise.resolve(first((one) => one.model === model && one.id === id)),
    findByUid: (uid) => Promise.resolve(first((one) => one.model === model && one.payload.uid === uid)),
    findByUserCode: (code) => Promise.resolve(first((one) => one.model === model && one.payload.userCode === code)),
    consume(id) {
      const kept = all.get(`${model} ${id}`)
      if (kept) kept.payload.consumed = Math.floor(Date.now() / 1000)
      return Promise.resolve()
    },
    destroy(id) {
      all.delete(`${model} ${id}`)
      return Promise.resolve()
    },
    revokeByGrantId(grantId) {
      drop((one) => OF_GRANTS.includes(one.model) && one.payload.grantId === grantId)
      return Promise.resolve()
    },
  })
}
