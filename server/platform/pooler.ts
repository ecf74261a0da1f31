import pg from 'pg'

/**
 * Whether a pooler such as PgBouncer has taken this connection. Then the process that works for it is not the one that
 * it was told at its start, by which it would cancel a statement.
 */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  // the driver's types lack this field
  const told = 'processID' in client ? client.processID : undefined
  return rows[0]?.pid !== told
}

async function leadsToPooler(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await isPooled(client)
  } finally {
    await client.end()
  }
}

/**
 * The URL for the connection that listens, which needs the database itself: behind a pooler in transaction mode
 * notifications never arrive, and nothing would say so.
 */
export async function listenUrl(appUrl: string, directUrl: string | null): Promise<string> {
  if (directUrl === null) {
    if (!(await leadsToPooler(appUrl))) return appUrl
    throw new Error('a pooler stands before the database: name the database itself in DATABASE_DIRECT_URL')
  }
  if (await leadsToPooler(directUrl))
    throw new Error('DATABASE_DIRECT_URL leads to a pooler, not to the database itself')
  return directUrl
}
