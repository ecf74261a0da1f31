import { useEffect, useState } from 'react'
import { CoachDatabase } from '#web/offline/database.ts'
import { lostData, noticeLoss } from '#web/offline/device-note.ts'
import { readQueue, type OthersQueue } from '#web/offline/offline-queue.ts'
import { lazyPart } from '#web/portals/coach/lazy-part.ts'

const LeftNotes = lazyPart(() => import('./tablet-notes.tsx').then((module) => module.LeftNotes))

/** On the login page: what waits on this tablet until its author is back, and what was lost. */
export function LoginNote() {
  const [waiting, setWaiting] = useState<readonly OthersQueue[] | null>(null)
  useEffect(() => {
    const db = new CoachDatabase()
    const read = async () => {
      await noticeLoss(db)
      // nobody is here: everything is somebody else's
      setWaiting((await readQueue(db, '')).others)
    }
    // a tablet whose data cannot be read can be logged in at all the same
    void read()
      .catch(() => undefined)
      .finally(() => db.close())
  }, [])
  if (waiting === null || (waiting.length === 0 && lostData() === null)) return null
  return <LeftNotes others={waiting} />
}
