import { Value } from 'typebox/value'
import { NewCurriculumNode, type NodeUpdate } from '#contract/curriculum/curriculum-writes.ts'
import { newSectionKey, sectionEdits, type Section } from '#domain/curriculum/content.ts'
import { newNodeId, type AuthorNode, type Edit, type NodeFields, type Tree } from '#domain/curriculum/tree.ts'
import { Refusal } from '#server/platform/http/errors.ts'

type WireSection = NonNullable<NodeUpdate['content']>[number]

function fieldsOf(update: NodeUpdate): NodeFields {
  const { grade, group, completion, completion_type, required, hidden, skipped, starred, videos, t } = update
  const given: NodeFields = {}
  if (t !== undefined) given.t = t
  if (grade !== undefined) given.grade = grade
  if (group !== undefined) given.group = group === '' ? null : group
  if (completion !== undefined) given.completion = completion && { ids: completion[0], count: completion[1] }
  if (completion_type !== undefined) given.completionType = completion_type
  if (required !== undefined) given.required = required
  if (hidden !== undefined) given.hidden = hidden
  if (skipped !== undefined) given.skipped = skipped
  if (starred !== undefined) given.starred = starred
  if (videos !== undefined) given.videos = videos
  return given
}

const words = (language: string, text: string) => (text === '' ? {} : { [language]: text })

/** Nodes with all below them as edits [7.32]: one a node, because each may stand at its own place. */
export function addedNodes(
  tree: Tree,
  curriculum: readonly NewCurriculumNode[],
  before: string | null,
  language: string,
): Edit[] {
  const taken = { nodes: new Map(tree.nodes), gone: tree.gone }
  const nodes: AuthorNode[] = []
  const add = (node: NewCurriculumNode, home: string | null, field: string) => {
    // the route's schema knows the first of them only
    if (!Value.Check(NewCurriculumNode, node)) {
      const [first] = Value.Errors(NewCurriculumNode, node)
      const at = `${field}${first?.instancePath ?? ''}`
      throw new Refusal('INVALID_REQUEST', { field: at, detail: `${at}: ${first?.message ?? 'is not a node'}` })
    }
    const parentId = node.parentId === undefined ? home : node.parentId
    const id = node.id ?? newNodeId(taken, parentId, node.title)
    const content = (node.content ?? []).map(({ type, title, value }, at): Section => ({
      key: `s-${at + 1}`,
      type,
      of: null,
      title: words(language, title),
      value: words(language, value),
    }))
    const made: AuthorNode = {
      id,
      parentId,
      t: node.t,
      title: { [language]: node.title.trim() },
      grade: null,
      group: null,
      completion: null,
      completionType: 'automated',
      required: [],
      hidden: false,
      skipped: false,
      starred: false,
      videos: [],
      ...(fieldsOf(node) as Partial<AuthorNode>),
      content,
    }
    taken.nodes.set(id, made)
    nodes.push(made)
    for (const [at, child] of (node.children ?? []).entries()) add(child, id, `${field}/children/${at}`)
  }
  for (const [at, node] of curriculum.entries()) add(node, null, `curriculum/${at}`)
  return [{ do: 'add', nodes, before }]
}

/**
 * The sections of a node as one language's reader wants them: those of the same type and title, in their order, keep
 * what they say in other languages.
 */
function wantedSections(now: readonly Section[], wanted: readonly WireSection[], language: string): Section[] {
  const left = [...now]
  const made: Section[] = []
  for (const [at, { type, title, value }] of wanted.entries()) {
    const same = left.findIndex((one) => one.type === type && (one.title[language] ?? '') === title)
    const place = same >= 0 ? same : left.findIndex((one, k) => one.type === type && k === at)
    const [have] = place < 0 ? [] : left.splice(place, 1)
    const keep = (old: Section['title'], text: string) => {
      const { [language]: _, ...others } = old
      return { ...others, ...words(language, text) }
    }
    made.push({
      key: have?.key ?? newSectionKey([...now, ...made], `${now.length}x${at}`),
      type,
      of: have?.of ?? null,
      title: keep(have?.title ?? {}, title),
      value: keep(have?.value ?? {}, value),
    })
  }
  return made
}

/** Changes of one node as edits [7.33]. */
export function changedNode(tree: Tree, id: string, update: NodeUpdate, language: string): Edit[] {
  const { title, content, parentId, before = null } = update
  const set: NodeFields = {
    ...fieldsOf(update),
    ...(title === undefined ? {} : { title: { [language]: title.trim() } }),
  }
  const edits: Edit[] = []
  const now = tree.nodes.get(id)?.content
  // of a node that is not there, it is this edit that is refused
  if (Object.keys(set).length > 0 || !now) edits.push({ do: 'set', id, set })
  if (content !== undefined && now) edits.push(...sectionEdits(id, now, wantedSections(now, content, language)))
  if (parentId !== undefined) edits.push({ do: 'move', ids: [id], parentId, before })
  return edits
}
