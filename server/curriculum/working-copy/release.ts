import type { Static } from 'typebox'
import type { CopyConflict, ReleaseBody, ReleasePlan, ReleasePlanBody } from '#contract/curriculum/working-copy.ts'
import type { Section, Words } from '#domain/curriculum/content.ts'
import { editsBetween } from '#domain/curriculum/edits/edits-between.ts'
import { diffTrees, isEqual } from '#domain/curriculum/tree-diff.ts'
import type { AuthorNode, Edit, Tree } from '#domain/curriculum/tree.ts'
import { keyOf, type Conflict } from '#domain/curriculum/working-copy/replaced-values.ts'
import type { MergedCopy } from '#domain/curriculum/working-copy/merge-copy.ts'
import type { ReadImpact } from '#server/curriculum/deps.ts'
import { readVideos, requireScheme } from '#server/curriculum/schemes/queries.ts'
import { textOfHtml } from '#domain/curriculum/transfer/outline-text.ts'
import { refusalOf } from '#server/curriculum/schemes/refusal-of.ts'
import { compileTree, lockScheme, saveEdits, type Saved } from '#server/curriculum/schemes/save-edits.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import { readSchemeSettings } from '#server/curriculum/settings/write-settings.ts'
import { describeChanges, wordsIn } from '#server/curriculum/sharing/content.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readMerge } from './copy-tree.ts'
import { endCopy, requireCopy, type StoredBatch } from './stored-copy.ts'

/** How many titles of a batch that is left out are named. */
const MAX_TITLES = 5

/** What the release of a working copy would do, for members too. Nothing is written. */
export async function planRelease(
  tx: Tx,
  trees: Trees,
  readImpact: ReadImpact,
  session: Session,
  slug: string,
  body: Static<typeof ReleasePlanBody>,
): Promise<ReleasePlan> {
  const scheme = await requireScheme(tx, slug)
  const live = await trees.live(tx, session.clientId, scheme.id)
  const copy = await requireCopy(tx, scheme.id, body.copy)
  const merged = await readMerge(tx, scheme.id, copy, live.tree, keysOf(body))
  const { grades } = await readSchemeSettings(tx, scheme.id)
  const titleOf = titlesIn([merged.tree, live.tree], session.language)
  const videos = new Map((await readVideos(tx, scheme.id)).map(({ id, name }) => [id, name]))
  const words = { titleOf, textOf: (texts: Words) => wordsIn(texts, session.language, live.tree.source), videos }
  return {
    revision: live.revision + copy.revision,
    changes: describeChanges(diffTrees(live.tree, merged.tree), merged.tree, live.tree, session.language),
    conflicts: merged.conflicts.map((conflict) => inWords(conflict, words)),
    left_out: merged.leftOut.map((leftOut) => leftOutInWords(leftOut, titleOf)),
    refused: merged.refused && { code: merged.refused.code, id: merged.refused.id, ids: merged.refused.ids },
    impact: await readImpact(tx, scheme.id, compileTree(live.tree, grades), compileTree(merged.tree, grades)),
  }
}

const keysOf = ({ keep_live }: Static<typeof ReleasePlanBody>) => new Set(keep_live.map(keyOf))

/** Merges a working copy into the live tree as one batch, and ends it; null when that changes nothing. */
export async function releaseCopy(
  tx: Tx,
  trees: Trees,
  session: Session,
  { slug, nowMs, body }: { slug: string; nowMs: number; body: Static<typeof ReleaseBody> },
): Promise<Saved | null> {
  const scheme = await lockScheme(tx, slug)
  const author = { by: session.userId, nowMs }
  const live = await trees.live(tx, session.clientId, scheme.id)
  const copy = await requireCopy(tx, scheme.id, body.copy)
  // the author has confirmed what the plan of this revision showed
  if (live.revision + copy.revision !== body.revision) throw new Refusal('EDIT_CONFLICT', { field: 'revision' })
  const { tree, refused } = await readMerge(tx, scheme.id, copy, live.tree, keysOf(body))
  if (refused) throw refusalOf(refused)
  const edits = editsBetween(live.tree, tree)
  if (edits.length === 0) {
    await endCopy(tx, copy, null, author)
    return null
  }
  const saved = await saveEdits(tx, session.clientId, trees, scheme, edits, author)
  if (!saved.ok) throw refusalOf(saved)
  await endCopy(tx, copy, saved.revision, author)
  return saved
}

/** The title of a node in the first of these trees that has it, also of a deleted one; its id when none has. */
function titlesIn(trees: readonly Tree[], locale: string) {
  const nodeOf = (id: string): AuthorNode | undefined =>
    trees.map((tree) => tree.nodes.get(id) ?? tree.gone.get(id)).find((node) => node !== undefined)
  return (id: string) => wordsIn(nodeOf(id)?.title ?? {}, locale, trees[0]?.source) || id
}
type TitleOf = ReturnType<typeof titlesIn>

/** What tells the values of a conflict in words. */
interface ConflictWords {
  titleOf: TitleOf
  /** The text in the reader's language. */
  textOf: (texts: Words) => string
  /** The names of the scheme's videos. */
  videos: ReadonlyMap<number, string>
}

type Rule = NonNullable<AuthorNode['completion']>

function inWords(
  { id, field, live, copy, changed = [] }: Conflict,
  { titleOf, textOf, videos }: ConflictWords,
): CopyConflict {
  const sameNodes = field === 'completion' && isEqual((live as Rule | null)?.ids, (copy as Rule | null)?.ids)
  const text = (value: unknown): string | null => {
    if (field === 'parent') return value === null ? null : titleOf(value as string)
    if (field === 'completion' && value !== null) {
      const { count, ids } = value as Rule
      const figures = `${count} / ${ids.length}`
      // a rule may name a hundred skills, which say nothing where only the number differs
      return sameNodes ? figures : `${figures}: ${ids.map(titleOf).join(', ')}`
    }
    if (field === 'required') return (value as string[]).map(titleOf).join(', ')
    if (field === 'videos') return (value as number[]).map((video) => videos.get(video) ?? String(video)).join(', ')
    if (value === null || value === undefined) return null
    // a section as a whole, or one of its texts
    if (typeof value === 'object') return textOfHtml(textOf((value as Section).value))
    return field.startsWith('section:') ? textOfHtml(value as string) : String(value as string | number | boolean)
  }
  return { id, field, title: titleOf(id), live: text(live), copy: text(copy), changed }
}

function leftOutInWords(
  { batch, reason }: MergedCopy<StoredBatch>['leftOut'][number],
  titleOf: TitleOf,
): ReleasePlan['left_out'][number] {
  const ids = [...new Set(batch.edits.flatMap(nodesOf))]
  return {
    by: batch.by ?? '',
    ts: Math.floor(batch.at.getTime() / 1000),
    titles: ids.slice(0, MAX_TITLES).map(titleOf),
    code: reason.code,
    title: titleOf(reason.id),
  }
}

/** The nodes that an edit names as changed. */
function nodesOf(edit: Edit): string[] {
  switch (edit.do) {
    case 'add':
      return edit.nodes.slice(0, 1).map(({ id }) => id)
    case 'move':
    case 'remove':
      return [...edit.ids]
    case 'restore':
      return edit.places.map(({ id }) => id)
    case 'set-settings':
      return []
    default:
      return [edit.id]
  }
}
