import { Refusal } from '#server/platform/http/errors.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { execute, statement } from './statement.ts'

const SAVEPOINT = statement('platform/save-before-refusal', 'SAVEPOINT before_refusal')
const ROLL_BACK = statement('platform/roll-back-refused', 'ROLLBACK TO SAVEPOINT before_refusal')

/** Sets a point to which the transaction goes back when what is returned is called: locks since then are given up, too. */
async function save(tx: Tx): Promise<() => Promise<void>> {
  const undone = [...tx.undone]
  await execute(tx, SAVEPOINT)
  return async () => {
    await execute(tx, ROLL_BACK)
    tx.undone.clear()
    for (const need of undone) tx.undone.add(need)
  }
}

/**
 * Runs work of which nothing is left when it is refused; the transaction goes on, also when the refusal is that of a
 * statement that failed. Throws the refusal.
 */
export async function undoIfRefused<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const goBack = await save(tx)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await goBack()
    throw error
  }
}

/** Runs work of which nothing is left, no lock either, when it returns false; the transaction goes on. */
export async function undoIfFalse(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
  const goBack = await save(tx)
  const done = await work()
  if (!done) await goBack()
  return done
}
