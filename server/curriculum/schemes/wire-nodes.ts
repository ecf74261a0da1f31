import { Value } from 'typebox/value'
import { NewCurriculumNode, type NodeUpdate } from '#contract/curriculum/curriculum-writes.ts'
import { newSectionKey, sectionEdits, type Section } from '#domain/curriculum/content.ts'
import { newNodeId, type AuthorNode, type Edit, type NodeFields, type Tree } from '#domain/curriculum/tree.ts'
import { Refusal } from '#server/platform/http/errors.ts'

/** A section of a node in the shape of the specification's calls: one language, no key. */
type WireSection = NonNullable<NodeUpdate['content']>[number]

function fieldsOf(update: NodeUpdate): NodeFields {
  const { grade, group, completion, completion_type, required, hidden, skipped, starred, videos, t } = update
  const fields: NodeFields = {}
  if (t !== undefined) fields.t = t
  if (grade !== undefined) fields.grade = grade
  if (group !== undefined) fields.group = group === '' ? null : group
  if (completion !== undefined) fields.completion = completion && { ids: completion[0], count: completion[1] }
  if (completion_type !== undefined) fields.completionType = completion_type
  if (required !== undefined) fields.required = required
  if (hidden !== undefined) fields.hidden = hidden
  if (skipped !== undefined) fields.skipped = skipped
  if (starred !== undefined) fields.starred = starred
  if (videos !== undefined) fields.videos = videos
  return fields
}

const words = (language: string, text: string) => (text === '' ? {} : { [language]: text })

/** Converts new nodes with their descendants to an edit [7.32]. Each node may name a parent of its own. */
export function editsForNewNodes(
  tree: Tree,
  curriculum: readonly NewCurriculumNode[],
  before: string | null,
  language: string,
): Edit[] {
  const treeSoFar = { nodes: new Map(tree.nodes), gone: tree.gone }
  const nodes: AuthorNode[] = []
  const add = (node: NewCurriculumNode, defaultParent: string | null, field: string) => {
    // the route's schema checks the top nodes only, because it cannot be recursive
    if (!Value.Check(NewCurriculumNode, node)) {
      const [first] = Value.Errors(NewCurriculumNode, node)
      const path = `${field}${first?.instancePath ?? ''}`
      throw new Refusal('INVALID_REQUEST', { field: path, detail: `${path}: ${first?.message ?? 'is not a node'}` })
    }
    const parentId = node.parentId === undefined ? defaultParent : node.parentId
    const id = node.id ?? newNodeId(treeSoFar, parentId, node.title)
    const content = (node.content ?? []).map(({ type, title, value }, index): Section => ({
      key: `s-${index + 1}`,
      type,
      of: null,
      title: words(language, title),
      value: words(language, value),
    }))
    const newNode: AuthorNode = {
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
      // the fields that the request names replace those above
      ...(fieldsOf(node) as Partial<AuthorNode>),
      content,
    }
    treeSoFar.nodes.set(id, newNode)
    nodes.push(newNode)
    for (const [index, child] of (node.children ?? []).entries()) add(child, id, `${field}/children/${index}`)
  }
  for (const [index, node] of curriculum.entries()) add(node, null, `curriculum/${index}`)
  return [{ do: 'add', nodes, before }]
}

/**
 * The sections of a node after a change in one language. A wanted section that matches a present one by type and title,
 * or else by type and position, keeps that section's texts in other languages.
 */
function sectionsAfterUpdate(before: readonly Section[], wanted: readonly WireSection[], language: string): Section[] {
  const unmatched = new Set(before)
  // titles first, for all, so that a retitled section does not get the texts of one that kept its title
  const withTitle = wanted.map(({ type, title }) => {
    const match = [...unmatched].find((section) => section.type === type && (section.title[language] ?? '') === title)
    if (match) unmatched.delete(match)
    return match
  })
  const sections: Section[] = []
  for (const [position, { type, title, value }] of wanted.entries()) {
    const atPosition = before[position]
    const isFree = atPosition !== undefined && atPosition.type === type && unmatched.has(atPosition)
    const present = withTitle[position] ?? (isFree ? atPosition : undefined)
    /** The texts with that of one language replaced. */
    const withText = (old: Section['title'], text: string) => {
      const { [language]: _, ...others } = old
      return { ...others, ...words(language, text) }
    }
    sections.push({
      // this text is not random, but `newSectionKey` avoids the keys that the node has
      key: present?.key ?? newSectionKey([...before, ...sections], `${before.length}x${position}`),
      type,
      of: present?.of ?? null,
      title: withText(present?.title ?? {}, title),
      value: withText(present?.value ?? {}, value),
    })
  }
  return sections
}

/** Converts changes of one node to edits [7.33]. */
export function editsForNodeUpdate(tree: Tree, id: string, update: NodeUpdate, language: string): Edit[] {
  const { title, content, parentId, before = null } = update
  const set: NodeFields = {
    ...fieldsOf(update),
    ...(title === undefined ? {} : { title: { [language]: title.trim() } }),
  }
  const edits: Edit[] = []
  const contentBefore = tree.nodes.get(id)?.content
  // for an unknown node the edit is made even when it is empty, so that saving it is refused
  if (Object.keys(set).length > 0 || !contentBefore) edits.push({ do: 'set', id, set })
  if (content !== undefined && contentBefore)
    edits.push(...sectionEdits(id, contentBefore, sectionsAfterUpdate(contentBefore, content, language)))
  if (parentId !== undefined) edits.push({ do: 'move', ids: [id], parentId, before })
  return edits
}
