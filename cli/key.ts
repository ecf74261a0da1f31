import pg from 'pg'
import { addSigningKey } from '#db/open-secrets.ts'
import { isSettled, SETTLE_MS, signingKeyOf } from '#server/platform/http/session.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { queryRowsWithoutTenant, statement } from '#server/platform/sql/statement.ts'
import { openDatabase, type Database } from '#server/platform/tenancy.ts'
import { table } from './table.ts'
import { wrongUsage } from './usage.ts'

const MINUTES = SETTLE_MS / 60_000

/** Lists, adds and removes the keys that sign the tokens of users. The servers read them again each minute. */
export async function key(
  [verb, kid, ...rest]: string[],
  ownerUrl: string,
  openBox: () => Promise<SecretBox>,
): Promise<string> {
  const takesKey = verb === 'remove'
  if (!['list', 'rotate', 'remove'].includes(verb ?? '') || takesKey !== (kid !== undefined) || rest.length > 0)
    throw wrongUsage('key')
  // this also makes the first key
  const box = await openBox()
  if (verb === 'rotate') return rotate(ownerUrl, box)
  const db = openDatabase(ownerUrl, /* connections */ 1)
  try {
    return kid === undefined ? await list(db) : await remove(db, kid)
  } finally {
    await db.pool.end()
  }
}

const KEYS = statement('cli/list-keys', 'SELECT kid, created_at FROM signing_keys ORDER BY created_at DESC, kid')

async function list(db: Database): Promise<string> {
  const keys = await queryRowsWithoutTenant(db, KEYS)
  const nowMs = Date.now()
  const stateOf = (row: (typeof keys)[number]) => {
    if (row === signingKeyOf(keys, nowMs)) return 'signs'
    return isSettled(row, nowMs) ? 'accepted' : `accepted, signs ${MINUTES} minutes after it was made`
  }
  return table([['KEY', 'MADE', 'STATE'], ...keys.map((row) => [row.kid, row.created_at.toISOString(), stateOf(row)])])
}

async function rotate(ownerUrl: string, box: SecretBox): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const kid = await addSigningKey(owner, box)
    return `The key ${kid} is accepted within a minute and signs in ${MINUTES} minutes. The others are accepted until they are removed.`
  } finally {
    await owner.end()
  }
}

const DELETE_KEY = statement('cli/delete-key', 'DELETE FROM signing_keys WHERE kid = $1')

async function remove(db: Database, kid: string): Promise<string> {
  const keys = await queryRowsWithoutTenant(db, KEYS)
  if (!keys.some((row) => row.kid === kid)) throw new Error(`no key "${kid}"`)
  if (kid === signingKeyOf(keys, Date.now())?.kid)
    throw new Error(`${kid} signs now; rungs key rotate, and ${MINUTES} minutes later it can be removed`)
  await queryRowsWithoutTenant(db, DELETE_KEY, [kid])
  return `The key ${kid} is removed. Within a minute, users whose session began with it must log in again, and links to unsubscribe in older mails end.`
}
