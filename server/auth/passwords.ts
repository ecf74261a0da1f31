import { hash, verify } from '@node-rs/argon2'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At most this many hashes at once, so that a rush of logins leaves a core for everybody else (security.md 11). */
const AT_ONCE = 2
let running = 0
const queue: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    queue.shift()?.()
  }
}

/** `secret` goes into the hash and is not in it: without it nothing can be guessed. */
export function hashPassword(password: string, secret?: Uint8Array): Promise<string> {
  return inTurn(() => hash(password, { ...cost, ...(secret ? { secret } : {}) }))
}

/** Hash of no password: checked when the account is unknown, so that the answer takes as long. */
let nobody: Promise<string> | undefined

/** Checks a password; `stored` null (unknown account, or one without a password) costs the same time and answers false. */
export async function checkPassword(stored: string | null, password: string, secret?: Uint8Array): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID())
  const against = stored ?? (await nobody)
  const right = await inTurn(() => verify(against, password, secret ? { secret } : {}))
  return right && stored !== null
}
