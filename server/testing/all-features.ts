import { defaultFeatures } from '#domain/tenants/features.ts'
import type { World } from './world.ts'

/** All flags on, for tests that call every route: no call is refused for a flag. `server/flags.test.ts` turns each off. */
export const allFeatures = { ...defaultFeatures, ADVANCED_MODE: true, IMPORT_ALL_CLASSES: true }

/** Turns all flags of the first client on; only sessions that begin afterwards have them. */
export async function turnOnAllFeatures({ owner }: World): Promise<void> {
  await owner.query(`UPDATE clients SET features = features || $1 WHERE client_id = 'one'`, [allFeatures])
}
