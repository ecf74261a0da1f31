import { parentsOf } from '#server/tenants/changes/linked-parents.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { OneRoster, RosterLists } from '#server/identity/providers/one-roster.ts'
import type { Providers } from '#server/identity/providers/providers.ts'
import { followCentres, followPeople } from './centres-and-staff.ts'
import { followChildren } from './children.ts'
import { followGroups } from './groups.ts'
import { followPlaces } from './places.ts'
import { newRun, type Run } from './run.ts'
import { mapRows } from './map-oneroster.ts'
import { forgetStaged, LISTS, stage, type List, type StagedRow } from './staged.ts'
import { recordChanges, type ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { RunBatch, BatchResult } from '#server/platform/jobs/batch.ts'

/** One page of the provider's list per batch: far below the lease, also when the provider is slow. */
const PAGE = 100
/** A list that changes whenever it is read is no list. */
const MOST_MOVES = 5

/**
 * Reads the provider's lists one page per batch, while no transaction is open, and stores what it read. Only when all is read,
 * centres, people, children, groups and places follow, each batch a transaction that is right by itself: what is no longer
 * in the lists ends. After a failure it goes on where it was.
 */
export function importRosterBatch(providers: Providers): RunBatch {
  return async ({ now }, clientId, task) => {
    const run = (task.position as Run | null) ?? newRun()
    const page = run.phase === 'read' ? await readPage(await providers.roster(clientId), run) : null
    return async (tx) => {
      const stepped = page
        ? await keepPage(tx, clientId, task.position === null, run, page)
        : await follow(tx, clientId, run, now())
      task.done += page?.rows.length ?? 0
      task.position = run
      return stepped
    }
  }
}

interface Page {
  rows: StagedRow[]
  /** The list is not as it was when its last page was read. */
  moved: boolean
}

/** The next page, from the last row that is known: when that is not there any more, rows may have been passed over. */
async function readPage(roster: OneRoster, run: Run): Promise<Page> {
  const overlap = run.last === null ? 0 : 1
  const page = await roster.list(run.list, run.read - overlap, PAGE + overlap)
  if (overlap === 1 && page[0]?.sourcedId !== run.last) return { rows: [], moved: true }
  return { rows: mapRows(run.list, page.slice(overlap) as RosterLists[List][]), moved: false }
}

const nothing: BatchResult = { finished: false, announcement: null }

async function keepPage(tx: Tx, clientId: string, first: boolean, run: Run, page: Page): Promise<BatchResult> {
  if (first) await forgetStaged(tx)
  if (page.moved) {
    if (++run.moved > MOST_MOVES) throw new Refusal('EXTERNAL_HTTP_ERROR')
    await forgetStaged(tx, run.list)
    Object.assign(run, { read: 0, last: null })
    return nothing
  }
  await stage(tx, clientId, run.list, page.rows)
  run.read += page.rows.length
  run.last = page.rows.at(-1)?.subject ?? run.last
  if (page.rows.length === PAGE) return nothing
  await refuseEmpty(tx, run.list)
  const next = LISTS[LISTS.indexOf(run.list) + 1]
  Object.assign(run, next ? { list: next, read: 0, last: null } : { phase: 'centres' })
  return nothing
}

/** A provider that has lost all its centres, or all its children, is broken: nobody is ended for that. */
async function refuseEmpty(tx: Tx, list: List): Promise<void> {
  if (list !== 'orgs' && list !== 'users') return
  const { rowCount } = await tx.query(
    list === 'orgs'
      ? `SELECT WHERE NOT EXISTS (SELECT FROM roster_rows WHERE list = 'orgs') AND EXISTS (SELECT FROM clubs WHERE ngo_id IS NOT NULL)`
      : `SELECT WHERE NOT EXISTS (SELECT FROM roster_rows WHERE list = 'users' AND data ->> 'child' = 'true')
           AND EXISTS (SELECT FROM roster_members rm JOIN club_members cm ON cm.client_id = rm.client_id AND cm.member_id = rm.member_id
             WHERE cm.status = 'active')`,
  )
  if (rowCount !== 0) throw new Refusal('EXTERNAL_HTTP_ERROR')
}

/** One piece of what was read. */
async function follow(tx: Tx, clientId: string, run: Run, nowMs: number): Promise<BatchResult> {
  const on = (last: string | null, next: Run['phase']) =>
    Object.assign(run, last === null ? { phase: next, after: '' } : { after: last })
  switch (run.phase) {
    case 'read':
      return nothing
    case 'centres':
      await followCentres(tx, clientId)
      run.phase = 'staff'
      return nothing
    case 'staff':
      on(await followPeople(tx, clientId, run.after, new Date(nowMs)), 'children')
      return nothing
    case 'children': {
      const { last, changed, members } = await followChildren(tx, clientId, run, nowMs)
      on(last, 'groups')
      return notify(tx, clientId, changed, members)
    }
    case 'groups': {
      const { last, changed } = await followGroups(tx, clientId, run, nowMs)
      on(last, 'places')
      return notify(tx, clientId, changed, [])
    }
    case 'places': {
      const { last, changed, members } = await followPlaces(tx, clientId, run, nowMs)
      if (last !== null) on(last, 'places')
      else await forgetStaged(tx)
      return { ...(await notify(tx, clientId, changed, members)), finished: last === null }
    }
  }
}

async function notify(tx: Tx, clientId: string, changed: ChangedKey[], members: string[]): Promise<BatchResult> {
  if (changed.length === 0) return nothing
  const parents = await parentsOf(tx, [...new Set(members)])
  const clubs = await recordChanges(tx, clientId, changed)
  return {
    finished: false,
    announcement: { clientId, clubs: [...clubs], parents: parents.map((one) => [one.user_id, one.member_id]) },
  }
}
