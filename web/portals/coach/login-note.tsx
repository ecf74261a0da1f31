import { useEffect, useState } from 'react'
import { CoachDatabase } from '#web/offline/database.ts'
import { noticeLoss } from '#web/offline/device-note.ts'
import { readQueue, type OthersQueue } from '#web/offline/offline-desk.ts'
import { LossNote } from './loss-note.tsx'
import { OthersNote } from './tablet-notes.tsx'

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
  if (waiting === null) return null
  return (
    <>
      <LossNote />
      <OthersNote others={waiting} />
    </>
  )
}
