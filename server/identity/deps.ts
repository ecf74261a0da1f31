import type { Deps } from '#server/platform/deps.ts'
import type { Providers } from './providers/providers.ts'

/** The dependencies of routes that use login providers. */
export interface LoginDeps extends Deps {
  providers: Providers
}
