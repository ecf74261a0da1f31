import type { DemoClient } from './clients.ts'
import { aquilaOutline } from './aquila-outline.ts'
import { tidewayOutline } from './tideway-outline.ts'
import { vaultOutline } from './vault-outline.ts'
import type { Outline } from './outline-types.ts'

/** The outline of a demo client. */
export function outlineOf(id: DemoClient['id']): Outline {
  return { aquila: aquilaOutline, vault: vaultOutline, tideway: tidewayOutline }[id]
}
