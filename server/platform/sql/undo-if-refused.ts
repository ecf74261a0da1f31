import { Refusal } from '#server/platform/http/errors.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { execute, statement } from './statement.ts'

const SAVEPOINT = statement('platform/save-before-refusal', 'SAVEPOINT before_refusal')
const ROLL_BACK = statement('platform/roll-back-refused', 'ROLLBACK TO SAVEPOINT before_refusal')

/**
 * Runs work of which nothing is left when it is refused; the transaction goes on, also when the refusal is that of a
 * statement that failed. Throws the refusal.
 */
export async function undoIfRefused<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const undone = [...tx.undone]
  await execute(tx, SAVEPOINT)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await execute(tx, ROLL_BACK)
    tx.undone.clear()
    for (const need of undone) tx.undone.add(need)
    throw error
  }
}
