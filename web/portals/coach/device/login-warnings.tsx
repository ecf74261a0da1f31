import { useEffect, useState } from 'react'
import { CoachDatabase } from '#web/offline/database.ts'
import { readDataLoss, detectDataLoss } from '#web/offline/device-note.ts'
import { readQueue, type OtherCoachQueue } from '#web/offline/offline-queue.ts'
import { lazyPart } from '#web/portals/coach/lazy-part.ts'

const LossAndWorkWarnings = lazyPart(() => import('./tablet-warnings.tsx').then((module) => module.LossAndWorkWarnings))

/** Says on the login page whose changes wait on this tablet, and whether its data was lost. */
export function LoginWarnings() {
  const [waiting, setWaiting] = useState<readonly OtherCoachQueue[] | null>(null)
  useEffect(() => {
    const db = new CoachDatabase()
    const read = async () => {
      await detectDataLoss(db)
      // nobody is logged in, so all changes count as those of others
      setWaiting((await readQueue(db, '')).others)
    }
    // if the data cannot be read, the login page still works
    void read()
      .catch(() => undefined)
      .finally(() => db.close())
  }, [])
  if (waiting === null || (waiting.length === 0 && readDataLoss() === null)) return null
  return <LossAndWorkWarnings others={waiting} />
}
