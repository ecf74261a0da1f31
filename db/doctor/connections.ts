import pg from 'pg'
import { isPooled } from '#server/platform/pooler.ts'
import { fail, ok, type Finding } from './finding.ts'

/** Whether a pooler takes the owner's connections. Locks of migrations and backups would not hold there. */
export async function checkPooler(owner: pg.Client): Promise<Finding> {
  if (!(await isPooled(owner))) return ok('pooler', 'the owner’s connections lead to the database itself')
  return fail(
    'pooler',
    'DATABASE_URL leads to a pooler',
    'name the database itself there and in DATABASE_DIRECT_URL, and the pooler in APP_DATABASE_URL',
  )
}

const NOTICE_MS = 3_000
const CHANNEL = 'rungs_doctor'

/** Whether processes of the server hear each other. */
export async function checkListen(url: string): Promise<Finding> {
  const listener = new pg.Client({ connectionString: url })
  const sender = new pg.Client({ connectionString: url })
  listener.on('error', () => {})
  sender.on('error', () => {})
  await Promise.all([listener.connect(), sender.connect()])
  let timer: NodeJS.Timeout | undefined
  try {
    const heard = new Promise<boolean>((resolve) => {
      listener.on('notification', () => resolve(true))
      timer = setTimeout(resolve, NOTICE_MS, false)
    })
    await listener.query(`LISTEN ${CHANNEL}`)
    await sender.query(`NOTIFY ${CHANNEL}`)
    if (await heard) return ok('listen', 'notifications arrive')
    return fail(
      'listen',
      'notifications do not arrive: changes of one process reach the others late',
      'name the database itself in DATABASE_DIRECT_URL',
    )
  } finally {
    clearTimeout(timer)
    await Promise.all([listener.end(), sender.end()])
  }
}
