import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from './limit-concurrency.ts'

/** The parameters of argon2id; the memory is in KiB (security.md 11). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The largest number of hashes that are computed at once, so that many simultaneous logins leave a processor core for
 * other requests (security.md 11).
 */
const MAX_RUNNING = 2
/** A login that waits longer than this, in ms, is refused, because its user has given up. */
const WAIT_MS = 10_000
const runInTurn = limitConcurrency(MAX_RUNNING, WAIT_MS)

/**
 * Hashes a password. The hash depends on `pepper` but does not contain it, so without the pepper nobody can guess the
 * password from the hash.
 */
export function hashPassword(password: string, pepper?: Uint8Array): Promise<string> {
  return runInTurn(() => hash(password, { ...cost, ...(pepper ? { secret: pepper } : {}) }))
}

/** A hash that no password matches. It is verified when an account is unknown, so that the answer takes as long. */
let dummyHash: Promise<string> | undefined

/**
 * Checks a password against a stored hash. With `stored` null (an unknown account, or one without a password) it takes
 * as long and returns false.
 */
export async function checkPassword(stored: string | null, password: string, pepper?: Uint8Array): Promise<boolean> {
  dummyHash ??= hash(crypto.randomUUID(), cost)
  const expected = stored ?? (await dummyHash)
  const matches = await runInTurn(() => verify(expected, password, pepper ? { secret: pepper } : {}))
  return matches && stored !== null
}
