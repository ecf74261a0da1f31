import { cutText } from '#domain/platform/cut-text.ts'
import type { ImportIntoBody, ImportPlan } from '#contract/curriculum/scheme-files.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import type { TargetScheme } from '#domain/curriculum/transfer/fit-into.ts'
import { removedContent } from '#domain/curriculum/edits/removed-content.ts'
import { mergeFile } from '#domain/curriculum/transfer/merge-file.ts'
import { textOfHtml } from '#domain/curriculum/transfer/outline-text.ts'
import type { ImportProblem } from '#domain/curriculum/transfer/scheme-file.ts'
import { diffTrees } from '#domain/curriculum/tree-diff.ts'
import { editsBetween } from '#domain/curriculum/edits/edits-between.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import { describeChanges, wordsIn } from '#server/curriculum/sharing/content.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { findingsOf } from './findings.ts'
import { readLastNumbers } from '../schemes/last-in-edits.ts'
import { requireScheme, type SchemeRow } from '../schemes/queries.ts'
import { readIntoScheme, type ParsedFile } from './read-file.ts'
import { readSchemeSettings } from '../settings/write-settings.ts'
import type { Trees } from '../schemes/trees.ts'

/** How many conflicts, removals and problems a plan lists; it also counts them all. */
const MAX_REPORTED = 200
/** The length to which a removed text is cut in the plan. */
const LONGEST_TEXT = 120

/** Finds the scheme that a file is imported into; refuses a scheme that follows another client's scheme. */
export async function findOwnScheme(tx: Tx, slug: string): Promise<SchemeRow> {
  const scheme = await requireScheme(tx, slug)
  if (scheme.foreign) throw new Refusal('EDIT_REFUSED', { detail: 'NOT_OWNER', field: 'slug', ids: [] })
  return scheme
}

/** Plans an import into a scheme: what the file would change, and the edits that change it. Nothing is written. */
export async function planImport(
  tx: Tx,
  trees: Trees,
  session: Session,
  slug: string,
  choices: Pick<ImportIntoBody, 'prefer' | 'scale'>,
  parsed: ParsedFile,
): Promise<ImportPlan> {
  const scheme = await findOwnScheme(tx, slug)
  const { revision, tree } = await trees.live(tx, session.clientId, scheme.id)
  const target = {
    tree,
    uuid: scheme.id,
    settings: await readSchemeSettings(tx, scheme.id),
    lastInEdits: await readLastNumbers(tx, scheme.id),
  }
  const fitted = await readIntoScheme(parsed, choices, session, target, (ids) => filesAmong(tx, ids))
  const merged = mergeFile(tree, fitted.nodes, fitted.marks, choices.prefer)
  const nodeEdits = editsBetween(tree, merged.tree)
  const { settings } = fitted
  const edits: Edit[] = settings.length > 0 ? [{ do: 'set-settings', settings }, ...nodeEdits] : nodeEdits
  const applied = applyEdits(tree, edits)
  const changes = diffTrees(tree, merged.tree)
  const removed = removedContent(changes)
  const conflicts = [...fitted.conflicts, ...merged.conflicts].map(({ at, code, what }): ImportProblem => {
    const node = tree.nodes.get(at) ?? merged.tree.nodes.get(at) ?? tree.gone.get(at)
    return {
      at: fitted.locate(at),
      code,
      what: what === '' && node ? wordsIn(node.title, session.language, tree.source) : what,
    }
  })
  // a row of an outline that fits several nodes is reported as a conflict
  const ambiguous = fitted.problems.filter(({ code }) => code === 'AMBIGUOUS')
  const problems = fitted.problems.filter(({ code }) => code !== 'AMBIGUOUS')
  return {
    revision,
    ...findingsOf(fitted, fitted.nodes, languageOf(session.language)),
    settings,
    changes: describeChanges(changes, merged.tree, tree, session.language),
    conflicts: [...ambiguous, ...conflicts].slice(0, MAX_REPORTED),
    conflict_count: ambiguous.length + conflicts.length,
    removed: removed.slice(0, MAX_REPORTED).map(({ id, what, words }) => ({
      id,
      title: wordsIn(tree.nodes.get(id)?.title ?? {}, session.language, tree.source),
      what,
      text: cutText(textOfHtml(wordsIn(words, session.language, tree.source)), LONGEST_TEXT),
    })),
    removed_count: removed.length,
    problems: problems.slice(0, MAX_REPORTED),
    problem_count: problems.length,
    refused: applied.ok ? null : { code: applied.code, id: applied.id, ids: applied.ids },
    edits: applied.ok ? edits : [],
  }
}

const FILES_AMONG = tenantStatement(
  'curriculum/list-files-with-kinds',
  `SELECT id, CASE WHEN purpose = 'curriculum-video' THEN 'video'
     WHEN media_type ~ '^image/(png|jpeg|gif)$' THEN 'picture' ELSE 'file' END AS kind
   FROM files WHERE client_id = $1 AND id = ANY($2::uuid[]) AND purpose IN ('curriculum-file', 'curriculum-video')`,
)

/** Which of these ids are files that the client's schemes may show, with their kinds. */
async function filesAmong(tx: Tx, ids: readonly string[]): Promise<TargetScheme['files']> {
  const rows = await queryRows(tx, FILES_AMONG, [ids])
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
