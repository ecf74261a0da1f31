import type { UpdateImpact } from '#contract/curriculum/sharing.ts'
import { withLinked } from '#domain/curriculum/relink.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { ReadImpact } from '#server/curriculum/deps.ts'
import { compiled } from '#server/curriculum/schemes/save-edits.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { wordsIn } from './content.ts'
import { COLUMNS, readMirror, Sources, type MirrorRow } from './linked-updates.ts'
import { refused } from './mirrors.ts'

/** Who would gain or lose which levels if the update of a linked node were accepted now. */
export async function readUpdateImpact(
  tx: Tx,
  trees: Trees,
  readImpact: ReadImpact,
  { clientId, language }: { clientId: string; language: string },
  at: { scheme_uuid: string; node_id: string },
): Promise<UpdateImpact> {
  const { rows } = await tx.query<MirrorRow>(
    `SELECT ${COLUMNS} FROM mirrors m WHERE m.scheme_id = $1 AND m.node_id = $2`,
    [at.scheme_uuid, at.node_id],
  )
  const [row] = rows
  const read = row ? await readMirror(new Sources(tx, trees, clientId), row) : null
  if (!read) throw new Refusal('NOT_FOUND', { field: 'node_id' })
  const { scheme, tree } = read.target
  const done = withLinked(tree, read.update?.nodes ?? [], null)
  if (!done.ok) throw refused(done)
  // scales that the scheme does not have come with the nodes
  const known = new Set(scheme.grades.map(({ grade }) => grade))
  const grades = [...scheme.grades, ...(read.source?.grades ?? []).filter(({ grade }) => !known.has(grade))]
  const impact = await readImpact(tx, scheme.id, compiled(tree, scheme.grades), compiled(done.tree, grades))
  const titles = impact.levels.map(({ id }) => {
    const node = done.tree.nodes.get(id) ?? tree.nodes.get(id)
    return [id, node ? wordsIn(node.title, language, tree.source) : id]
  })
  return { ...impact, titles: Object.fromEntries(titles) }
}
