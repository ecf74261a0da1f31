import type { History, HistoryEntry, HistoryItem, OwnSteps } from '#contract/curriculum/history.ts'
import { SavedEdits } from '#contract/curriculum/authoring.ts'
import {
  describeEdits,
  isAbout,
  mergeDescribed,
  type DescribedEdit,
  type HistoryFocus,
} from '#domain/curriculum/edits/describe-edits.ts'
import { effective, toEntries, undoableSteps, type Move } from '#domain/curriculum/edits/steps.ts'
import type { Edit, Tree } from '#domain/curriculum/tree.ts'
import { wordsIn } from '#server/curriculum/sharing/content.ts'
import { getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { savedChanges } from '#server/curriculum/schemes/saved-changes.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const { edits: Edits } = SavedEdits.properties

/** How many of an author's newest batches are looked at for steps to undo. */
const MAX_STEPS = 100

const LIST_OWN_STEPS = tenantStatement(
  'curriculum/list-own-steps',
  // another author may have taken back a step of this one, so the newest batch of a step is asked for whoever made it
  `SELECT DISTINCT ON (batch.step) batch.step, batch.revision, batch.forward, batch.undo
   FROM (SELECT DISTINCT step FROM (SELECT step FROM scheme_edits WHERE client_id = $1 AND scheme_id = $2
       AND user_id = $3 AND step IS NOT NULL AND undo IS NOT NULL ORDER BY revision DESC LIMIT ${MAX_STEPS}) newest) own
   JOIN scheme_edits batch ON batch.client_id = $1 AND batch.scheme_id = $2 AND batch.step = own.step
   WHERE batch.step IS NOT NULL AND batch.undo IS NOT NULL
   ORDER BY batch.step, batch.revision DESC`,
  { json: { undo: Edits } },
)

/** The newest batch of each step of an author in a scheme, with the edits that reverse it. */
export async function readLastOfOwnSteps(tx: Tx, schemeId: string, userId: string) {
  return queryRows(tx, LIST_OWN_STEPS, [schemeId, userId])
}

/** What the author can undo and redo in a scheme, the next one last: the edits that each of it applies. */
export async function readOwnSteps(tx: Tx, schemeId: string, userId: string): Promise<OwnSteps> {
  return toOwnSteps(await readLastOfOwnSteps(tx, schemeId, userId))
}

/** What can be undone and redone of steps, of which these are the newest batches. */
export function toOwnSteps(rows: readonly (Move & { undo: Edit[] })[]): OwnSteps {
  const { undo, redo } = undoableSteps(rows)
  const toStep = (row: (typeof undo)[number]) => ({ step: row.step, edits: row.undo })
  return { undo: undo.map(toStep), redo: redo.map(toStep) }
}

/** Batches per page. A page of them makes fewer entries. */
const PAGE = 300

const LIST_HISTORY = tenantStatement(
  'curriculum/list-history',
  `SELECT batch.revision, batch.step, batch.forward, batch.edits, coalesce(batch.undo, '[]') AS undo, batch.name, batch.user_id AS by,
     author.firstname || ' ' || author.lastname AS "byName", batch.at, batch.linked,
     EXISTS (SELECT FROM working_copies copy WHERE copy.client_id = $1 AND copy.scheme_id = $2
       AND copy.released_revision = batch.revision) AS release
   FROM ${savedChanges} batch
   JOIN users author ON author.client_id = $1 AND author.id = batch.user_id
   WHERE batch.scheme_id = $2 AND ($3::int IS NULL OR batch.revision < $3)
     AND batch.edits IS NOT NULL
   ORDER BY batch.revision DESC LIMIT ${PAGE}`,
  { json: { edits: Edits, undo: Edits } },
)

const LAST_WITHOUT_UNDO = tenantStatement(
  'curriculum/find-last-edits-without-undo',
  'SELECT coalesce(max(revision), 0) AS revision FROM scheme_edits WHERE client_id = $1 AND scheme_id = $2 AND undo IS NULL',
)

/** A history that is narrowed to nodes reads at most this many pages to find something about them. */
const MAX_PAGES = 10

interface HistoryRequest {
  locale: string
  /** Only what was saved before this revision. */
  before: number | null
  /** Only what is about these nodes. */
  focus: HistoryFocus | null
}

/**
 * What authors changed in a scheme, the newest first: the steps of one author within half an hour are one entry. `next`
 * is the revision before which the next page begins, null after the last one.
 */
export async function readHistory(
  tx: Tx,
  schemeId: string,
  tree: Tree,
  { locale, before, focus }: HistoryRequest,
): Promise<{ entries: HistoryEntry[]; next: number | null }> {
  const { revision: lastWithoutUndo } = await getRow(tx, LAST_WITHOUT_UNDO, [schemeId])
  const entries: HistoryEntry[] = []
  let next = before
  for (let page = 0; page < MAX_PAGES; page++) {
    const rows = (await queryRows(tx, LIST_HISTORY, [schemeId, next])).map((row) => ({
      ...row,
      atMs: row.at.getTime(),
    }))
    next = rows.length < PAGE ? null : (rows.at(-1)?.revision ?? null)
    const ofPage = toEntries(rows.toReversed()).flatMap((batches) => {
      const described = effective(batches).flatMap(({ edits, undo, revision }) =>
        describeEdits(edits, undo)
          .filter((item) => focus === null || isAbout(item, focus))
          .map((item) => ({ ...item, revision })),
      )
      const items = mergeDescribed(described).map((item) => inWords(item, tree, locale))
      return entryOf(batches, items, lastWithoutUndo) ?? []
    })
    entries.push(...ofPage.toReversed())
    if (entries.length > 0 || next === null) break
  }
  return { entries, next }
}

/** The node to which a history is narrowed; null for one that the scheme never had. */
export function nodeOfHistory(tree: Tree, id: string, locale: string): History['about'] {
  const node = tree.nodes.get(id) ?? tree.gone.get(id)
  return node ? { id, title: wordsIn(node.title, locale, tree.source) || id, deleted: tree.gone.has(id) } : null
}

/** The entry of some batches; null when all was taken back at once, unless the author has named it. */
function entryOf(
  batches: readonly {
    revision: number
    byName: string
    atMs: number
    name: string | null
    release: boolean | null
    linked: boolean | null
  }[],
  items: HistoryItem[],
  lastWithoutUndo: number,
): HistoryEntry | null {
  const [first] = batches
  const last = batches.at(-1)
  if (!first || !last || (items.length === 0 && last.name === null)) return null
  return {
    first_revision: first.revision,
    revision: last.revision,
    name: last.name,
    by: last.byName,
    from_ts: seconds(first.atMs),
    to_ts: seconds(last.atMs),
    release: last.release === true,
    linked: last.linked === true,
    restorable: first.revision > lastWithoutUndo,
    items,
  }
}

const seconds = (ms: number) => Math.floor(ms / 1000)

/** How many of the nodes that one step moved or deleted are named. */
const MAX_NAMED = 5

/** A change with the titles of its nodes as they are now, or were when they were deleted. */
function inWords(item: DescribedEdit & { revision: number }, tree: Tree, locale: string): HistoryItem {
  const nodeOf = (id: string) => tree.nodes.get(id) ?? tree.gone.get(id)
  const titleOf = (id: string) => wordsIn(nodeOf(id)?.title ?? {}, locale, tree.source) || id
  const parentTitle = (id: string | null) => (id === null ? null : titleOf(id))
  const nothing = { from: null, to: null, fields: [], language: null }
  const ids = 'ids' in item ? item.ids : 'id' in item ? [item.id] : []
  const [firstId] = ids
  const common = {
    ...nothing,
    t: firstId === undefined ? null : (nodeOf(firstId)?.t ?? null),
    revision: item.revision,
    ids: ids.slice(0, MAX_NAMED),
    titles: ids.slice(0, MAX_NAMED).map(titleOf),
    more: Math.max(0, ids.length - MAX_NAMED),
  }
  switch (item.what) {
    case 'moved': {
      const what = item.from === item.to ? 'ordered' : 'moved'
      return { ...common, what, from: parentTitle(item.from), to: parentTitle(item.to) }
    }
    case 'renamed':
      return { ...common, what: 'renamed', from: item.was, to: item.now, language: item.language }
    case 'changed':
    case 'settings':
      return { ...common, what: item.what, fields: item.fields }
    default:
      return { ...common, what: item.what }
  }
}
