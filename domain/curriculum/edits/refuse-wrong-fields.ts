import { refuse, type AuthorNode, type Refused } from '#domain/curriculum/tree.ts'

/**
 * Why a node cannot be saved as it is: a missing title, two sections with one key, a field of another kind of node
 * [R5.5], or a wrong rule [R5.4]; else null. `nodes` are all nodes of the scheme, which the rule may name.
 */
export function refuseWrongFields(nodes: ReadonlyMap<string, AuthorNode>, node: AuthorNode): Refused | null {
  if (!Object.values(node.title).some((text) => text.trim() !== '')) return refuse('TITLE_MISSING', node.id)
  if (new Set(node.content.map(({ key }) => key)).size < node.content.length) return refuse('SECTION_TAKEN', node.id)
  if (node.t === 's') {
    if (node.completion || node.required.length > 0 || node.completionType === 'manual')
      return refuse('KIND_NOT_ALLOWED', node.id)
    return null
  }
  if (node.grade !== null) return refuse('KIND_NOT_ALLOWED', node.id)
  const { completion, required } = node
  const named = [...(completion?.ids ?? []), ...required]
  // the cycle leads from the node straight back to itself
  if (named.includes(node.id)) return refuse('CYCLE', node.id, [node.id, node.id])
  const unknown = named.filter((id) => !nodes.has(id))
  if (unknown.length > 0) return refuse('INVALID_COMPLETION', node.id, unknown)
  if (completion) {
    const { ids, count } = completion
    if (new Set(ids).size !== ids.length || count < 1 || count > ids.length || !Number.isInteger(count))
      return refuse('INVALID_COMPLETION', node.id)
  }
  return null
}
