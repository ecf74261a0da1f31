import type { HistoryEntry, HistoryItem, OwnSteps } from '#contract/curriculum/history.ts'
import { SavedEdits } from '#contract/curriculum/authoring.ts'
import { describeEdits, mergeDescribed, type DescribedEdit } from '#domain/curriculum/edits/describe-edits.ts'
import { effective, toEntries, undoableSteps } from '#domain/curriculum/edits/steps.ts'
import { editsToRestore, treeBefore } from '#domain/curriculum/edits/edits-to-restore.ts'
import type { Edit, Tree } from '#domain/curriculum/tree.ts'
import { wordsIn } from '#server/curriculum/sharing/content.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
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

/** What the author can undo and redo in a scheme, the next one last: the edits that each of it applies. */
export async function readOwnSteps(tx: Tx, schemeId: string, userId: string): Promise<OwnSteps> {
  const { undo, redo } = undoableSteps(await queryRows(tx, LIST_OWN_STEPS, [schemeId, userId]))
  const toStep = (row: (typeof undo)[number]) => ({ step: row.step, edits: row.undo })
  return { undo: undo.map(toStep), redo: redo.map(toStep) }
}

/** Batches per page. A page of them makes fewer entries. */
const PAGE = 300

const LIST_HISTORY = tenantStatement(
  'curriculum/list-history',
  `SELECT batch.revision, coalesce(batch.step, batch.revision) AS step, batch.forward, batch.edits,
     coalesce(batch.undo, '[]') AS undo, batch.user_id AS by,
     author.firstname || ' ' || author.lastname AS "byName", batch.at
   FROM scheme_edits batch JOIN users author ON author.client_id = batch.client_id AND author.id = batch.user_id
   WHERE batch.client_id = $1 AND batch.scheme_id = $2 AND ($3::int IS NULL OR batch.revision < $3)
   ORDER BY batch.revision DESC LIMIT ${PAGE}`,
  { json: { edits: Edits, undo: Edits } },
)

/**
 * What authors changed in a scheme, the newest first: the steps of one author within half an hour are one entry. `next`
 * is the revision before which the next page begins, null after the last one.
 */
export async function readHistory(
  tx: Tx,
  schemeId: string,
  tree: Tree,
  locale: string,
  before: number | null,
): Promise<{ entries: HistoryEntry[]; next: number | null }> {
  const rows = (await queryRows(tx, LIST_HISTORY, [schemeId, before])).map((row) => ({
    ...row,
    atMs: row.at.getTime(),
  }))
  const next = rows.length < PAGE ? null : (rows.at(-1)?.revision ?? null)
  const entries = toEntries(rows.toReversed()).flatMap((batches): HistoryEntry[] => {
    const [first] = batches
    const last = batches.at(-1)
    if (!first || !last) return []
    const described = effective(batches).flatMap(({ edits, undo, revision }) =>
      describeEdits(edits, undo).map((item) => ({ ...item, revision })),
    )
    const items = mergeDescribed(described).map((item) => inWords(item, tree, locale))
    // all was taken back at once
    if (items.length === 0) return []
    const { revision, byName } = last
    return [
      {
        first_revision: first.revision,
        revision,
        by: byName,
        from_ts: seconds(first.atMs),
        to_ts: seconds(last.atMs),
        items,
      },
    ]
  })
  return { entries: entries.toReversed(), next }
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

/** A restore goes back over at most this many batches. */
const MAX_BATCHES = 2_000

const LIST_UNDOS = tenantStatement(
  'curriculum/list-undos-since',
  `SELECT undo FROM scheme_edits WHERE client_id = $1 AND scheme_id = $2 AND revision >= $3
   ORDER BY revision DESC LIMIT ${MAX_BATCHES + 1}`,
  { json: { undo: Edits } },
)

/**
 * The edits that restore the nodes, or all for null, as they were before a revision was saved. Refused when the way back
 * is not known: a batch is from before undos were stored, or linked nodes were updated in between.
 */
export async function readRestore(
  tx: Tx,
  schemeId: string,
  tree: Tree,
  { before, nodes }: { before: number; nodes: readonly string[] | null },
): Promise<Edit[]> {
  const rows = await queryRows(tx, LIST_UNDOS, [schemeId, before])
  const undos = rows.flatMap(({ undo }) => (undo === null ? [] : [undo]))
  const isKnown = rows.length <= MAX_BATCHES && undos.length === rows.length
  const old = isKnown ? treeBefore(tree, undos) : null
  if (!old) throw new Refusal('EDIT_REFUSED', { detail: 'NOT_RESTORABLE', field: 'before' })
  return editsToRestore(tree, old, nodes)
}
