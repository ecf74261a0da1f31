import { Refusal } from '#server/platform/http/errors.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import type { RequestOrigin } from './device.ts'
import type { AuthDeps } from './open-session.ts'
import { growingLimit, reserveTries, triesAt } from './tries.ts'

/** Limit of wrong tokens from one network. */
const LINK_LIMIT = growingLimit(10)

/**
 * Runs `work`, which checks the token of a mail's link, and counts wrong tokens per network, so that guessing cannot
 * keep the server busy. A right token always passes: it has 256 bits and cannot be guessed, and wrong tokens of others
 * in the same network must not lock out its owner.
 */
export async function limitLinkGuesses<T>(
  deps: AuthDeps,
  tenant: Tenant,
  { network }: RequestOrigin,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'LINK_INVALID')
      await reserveTries(deps.db, tenant.clientId, deps.now(), [triesAt(['link', network], LINK_LIMIT)])
    throw error
  }
}
