import { hash, verify } from '@node-rs/argon2'
import { takeTurns } from './turns.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At most this many hashes at once, so that a rush of logins leaves a core for everybody else (security.md 11). */
const AT_ONCE = 2
/** In ms; somebody who waits longer for a login has given up. */
const WAIT_MS = 10_000
const inTurn = takeTurns(AT_ONCE, WAIT_MS)

/** `secret` goes into the hash and is not in it: without it nothing can be guessed. */
export function hashPassword(password: string, secret?: Uint8Array): Promise<string> {
  return inTurn(() => hash(password, { ...cost, ...(secret ? { secret } : {}) }))
}

/** Hash of no password: checked when the account is unknown, so that the answer takes as long. */
let nobody: Promise<string> | undefined

/** Checks a password; `stored` null (unknown account, or one without a password) costs the same time and answers false. */
export async function checkPassword(stored: string | null, password: string, secret?: Uint8Array): Promise<boolean> {
  nobody ??= hash(crypto.randomUUID(), cost)
  const against = stored ?? (await nobody)
  const right = await inTurn(() => verify(against, password, secret ? { secret } : {}))
  return right && stored !== null
}
