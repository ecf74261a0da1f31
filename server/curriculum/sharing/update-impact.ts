import type { UpdateImpact } from '#contract/curriculum/sharing.ts'
import { replaceLinkedNodes } from '#domain/curriculum/relink.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { ReadImpact } from '#server/curriculum/deps.ts'
import { compileTree } from '#server/curriculum/schemes/save-edits.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import { findRow } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { wordsIn } from './content.ts'
import { MIRROR, compareMirror, SourceCache } from './linked-updates.ts'
import { refusalOf } from './mirrors.ts'

/** Which levels members would gain or lose if the update of a linked node (a mirror) were accepted now. */
export async function readUpdateImpact(
  tx: Tx,
  trees: Trees,
  readImpact: ReadImpact,
  { clientId, language }: { clientId: string; language: string },
  linked: { scheme_uuid: string; node_id: string },
): Promise<UpdateImpact> {
  const row = await findRow(tx, MIRROR, [linked.scheme_uuid, linked.node_id])
  const mirror = row ? await compareMirror(new SourceCache(tx, trees, clientId), row) : null
  if (!mirror) throw new Refusal('NOT_FOUND', { field: 'node_id' })
  const { scheme, tree } = mirror.target
  // without an update, because the origin is gone, nothing would change
  const applied = replaceLinkedNodes(
    tree,
    mirror.update?.nodes ?? [],
    /* before, for a new top node; here is none */ null,
  )
  if (!applied.ok) throw refusalOf(applied)
  // grade scales that the scheme does not have are added with the nodes
  const ownKinds = new Set(scheme.grades.map(({ grade }) => grade))
  const grades = [...scheme.grades, ...(mirror.source?.grades ?? []).filter(({ grade }) => !ownKinds.has(grade))]
  const impact = await readImpact(tx, scheme.id, compileTree(tree, scheme.grades), compileTree(applied.tree, grades))
  const titles = impact.levels.map(({ id }) => {
    const node = applied.tree.nodes.get(id) ?? tree.nodes.get(id)
    return [id, node ? wordsIn(node.title, language, tree.source) : id]
  })
  return { ...impact, titles: Object.fromEntries(titles) }
}
