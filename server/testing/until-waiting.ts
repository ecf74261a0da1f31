import { expect, vi } from 'vitest'
import type { World } from './world.ts'

/** Waits until so many statements of the application, in this database, wait for a lock. */
export async function untilWaiting(world: World, statements: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await world.db.pool.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      expect(rowCount).toBe(statements)
    },
    { timeout: 20_000 },
  )
}
