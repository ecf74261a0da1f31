import type { Deps } from '#server/platform/deps.ts'
import type { Providers } from './providers/providers.ts'

/** With the providers that clients log in at. */
export interface LoginDeps extends Deps {
  providers: Providers
}
