import { Refusal } from '#server/platform/http/errors.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import type { RequestOrigin } from './device.ts'
import type { AuthDeps } from './open-session.ts'
import { growingLimit, reserve, triesAt } from './tries.ts'

const LINKS = growingLimit(10)

/**
 * Tokens that name no link are counted for their network, so that nobody keeps the server busy with them. One that does
 * passes: it has 256 bits, and other people's wrong ones are not to keep its holder out.
 */
export async function counted<T>(
  deps: AuthDeps,
  tenant: Tenant,
  { network }: RequestOrigin,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'LINK_INVALID')
      await reserve(deps.db, tenant.clientId, deps.now(), [triesAt(['link', network], LINKS)])
    throw error
  }
}
