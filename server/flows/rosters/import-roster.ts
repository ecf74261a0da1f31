import { parentsOf } from '#server/tenants/changes/linked-parents.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { OneRoster, RosterLists } from '#server/identity/providers/one-roster.ts'
import type { Providers } from '#server/identity/providers/providers.ts'
import { importCentres, importStaff } from './centres-and-staff.ts'
import { importChildren } from './children.ts'
import { importGroups } from './groups.ts'
import { importPlaces } from './places.ts'
import { newRosterRun, type RosterRun } from './run.ts'
import { mapRows } from './map-oneroster.ts'
import { deleteStaged, ROSTER_LISTS, stageRows, type RosterList, type StagedRow } from './staged.ts'
import { recordChanges, type ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { RunBatch, BatchResult } from '#server/platform/jobs/batch.ts'

/** Rows per page, one page per batch, so that a batch ends long before its lease even when the provider is slow. */
const PAGE_SIZE = 100
/** How often lists are read anew because they changed while they were read, before the run fails. */
const MAX_RESTARTS = 5

/**
 * Reads the provider's lists, one page per batch, while no transaction is open, and stages the rows. When all lists are
 * read, it writes centres, people, children, groups and places, in batches that are each consistent by themselves; what
 * is no longer in the lists is ended. After a failure it continues where it was.
 */
export function importRosterBatch(providers: Providers): RunBatch {
  return async ({ now }, clientId, task) => {
    const run = (task.position as RosterRun | null) ?? newRosterRun()
    const page = run.phase === 'read' ? await readPage(await providers.roster(clientId), run) : null
    return async (tx) => {
      const isFirstPage = task.position === null
      const result = page ? await stagePage(tx, isFirstPage, run, page) : await writeNext(tx, clientId, run, now())
      task.done += page?.rows.length ?? 0
      task.position = run
      return result
    }
  }
}

/** A page of a list, mapped to rows of the staging table. */
interface Page {
  rows: StagedRow[]
  /** Whether the list has changed since its previous page was read. */
  hasChanged: boolean
}

/**
 * Reads the next page, beginning with the last row that was read. When that row is not in its place any more, the list
 * has changed and rows may have been skipped.
 */
async function readPage(roster: OneRoster, run: RosterRun): Promise<Page> {
  const overlap = run.last === null ? 0 : 1
  const page = await roster.list(run.list, run.read - overlap, PAGE_SIZE + overlap)
  if (overlap === 1 && page[0]?.sourcedId !== run.last) return { rows: [], hasChanged: true }
  return { rows: mapRows(run.list, page.slice(overlap) as RosterLists[RosterList][]), hasChanged: false }
}

const CONTINUE: BatchResult = { finished: false, announcement: null }

/** Stages a page, and chooses the next list or phase after the last page of a list. */
async function stagePage(tx: Tx, isFirstPage: boolean, run: RosterRun, page: Page): Promise<BatchResult> {
  if (isFirstPage) await deleteStaged(tx)
  if (page.hasChanged) {
    if (++run.moved > MAX_RESTARTS) throw new Refusal('EXTERNAL_HTTP_ERROR')
    await deleteStaged(tx, run.list)
    Object.assign(run, { read: 0, last: null })
    return CONTINUE
  }
  await stageRows(tx, run.list, page.rows)
  run.read += page.rows.length
  run.last = page.rows.at(-1)?.subject ?? run.last
  if (page.rows.length === PAGE_SIZE) return CONTINUE
  await refuseEmpty(tx, run.list)
  const nextList = ROSTER_LISTS[ROSTER_LISTS.indexOf(run.list) + 1]
  Object.assign(run, nextList ? { list: nextList, read: 0, last: null } : { phase: 'centres' })
  return CONTINUE
}

/** One row if no centre is staged, although there are clubs of the provider here. */
const LACKS_CENTRES = tenantStatement(
  'flows/lacks-all-centres',
  `SELECT WHERE NOT EXISTS (SELECT FROM roster_rows WHERE client_id = $1 AND list = 'orgs')
     AND EXISTS (SELECT FROM clubs WHERE client_id = $1 AND ngo_id IS NOT NULL)`,
)
/** One row if no child is staged, although there are active members of the provider here. */
const LACKS_CHILDREN = tenantStatement(
  'flows/lacks-all-children',
  `SELECT WHERE NOT EXISTS (SELECT FROM roster_rows
       WHERE client_id = $1 AND list = 'users' AND data ->> 'child' = 'true')
     AND EXISTS (SELECT FROM roster_members JOIN club_members ON club_members.client_id = roster_members.client_id
         AND club_members.member_id = roster_members.member_id
       WHERE roster_members.client_id = $1 AND club_members.status = 'active')`,
)

/**
 * Fails the run when the provider lists no centre or no child at all. That is a fault of the provider, and must not end
 * the membership of every child.
 */
async function refuseEmpty(tx: Tx, list: RosterList): Promise<void> {
  if (list !== 'orgs' && list !== 'users') return
  const isEmpty = (await execute(tx, list === 'orgs' ? LACKS_CENTRES : LACKS_CHILDREN)) !== 0
  if (isEmpty) throw new Refusal('EXTERNAL_HTTP_ERROR')
}

/** Writes the next batch of staged rows in the run's phase. */
async function writeNext(tx: Tx, clientId: string, run: RosterRun, nowMs: number): Promise<BatchResult> {
  /** Continues behind the last row of this batch, or with the next phase when no row was left. */
  const advance = (last: string | null, next: RosterRun['phase']) =>
    Object.assign(run, last === null ? { phase: next, after: '' } : { after: last })
  switch (run.phase) {
    case 'read':
      // does not occur: in this phase `stagePage` is called
      return CONTINUE
    case 'centres':
      await importCentres(tx)
      run.phase = 'staff'
      return CONTINUE
    case 'staff':
      advance(await importStaff(tx, clientId, run.after, new Date(nowMs)), 'children')
      return CONTINUE
    case 'children': {
      const { last, changed, members } = await importChildren(tx, run, nowMs)
      advance(last, 'groups')
      return notify(tx, clientId, changed, members)
    }
    case 'groups': {
      const { last, changed } = await importGroups(tx, run, nowMs)
      advance(last, 'places')
      return notify(tx, clientId, changed, [])
    }
    case 'places': {
      const { last, changed, members } = await importPlaces(tx, run, nowMs)
      if (last !== null) advance(last, 'places')
      else await deleteStaged(tx)
      return { ...(await notify(tx, clientId, changed, members)), finished: last === null }
    }
  }
}

/** Records the changes and announces them to devices and parents. */
async function notify(tx: Tx, clientId: string, changed: ChangedKey[], members: string[]): Promise<BatchResult> {
  if (changed.length === 0) return CONTINUE
  const parents = await parentsOf(tx, [...new Set(members)])
  const clubs = await recordChanges(tx, changed)
  return {
    finished: false,
    announcement: { clientId, clubs: [...clubs], parents: parents.map((parent) => [parent.user_id, parent.member_id]) },
  }
}
