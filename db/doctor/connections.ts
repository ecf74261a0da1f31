import pg from 'pg'
import { fail, ok, warn, type Finding } from './finding.ts'

/** Whether a pooler stands between: then the process that the client was told is not the one that works for it. */
export async function checkPooler(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  // the driver's types do not know the process that it keeps for cancelling
  const told = (client as unknown as { processID: number }).processID
  if (rows[0]?.pid === told) return ok('pooler', 'none stands between')
  return warn(
    'pooler',
    'one stands between this machine and the database',
    'name the database itself in DATABASE_URL; if LISTEN works, the pooler is in session mode and may stay',
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
      'connect to the database itself, not to a pooler in transaction mode',
    )
  } finally {
    clearTimeout(timer)
    await Promise.all([listener.end(), sender.end()])
  }
}
