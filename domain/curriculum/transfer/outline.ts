import type { Section, Words } from '#domain/curriculum/content.ts'
import type { ImportProblem } from './scheme-file.ts'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { newNodeId, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'

/** The columns of a curriculum's outline as CSV. */
export const OUTLINE = ['id', 'parent', 'title', 'type', 'grade', 'text'] as const
export type OutlineRow = Partial<Record<(typeof OUTLINE)[number], string>>

/** The words that people write for a kind. */
const kinds: Readonly<Record<string, NodeKind>> = {
  l: 'l',
  level: 'l',
  lefel: 'l',
  sg: 'sg',
  group: 'sg',
  'skill group': 'sg',
  'grŵp sgiliau': 'sg',
  s: 's',
  skill: 's',
  sgìl: 's',
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Plain text as formatted text that reads the same. */
export function htmlOfText(text: string): string {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${escaped(part).replaceAll(/\r?\n/g, '<br />')}</p>`)
    .join('')
}

/** Formatted text as plain text. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/(p|li|h4|blockquote)>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function saidIn(words: Words, languages: readonly string[]): string {
  const found = languages.map((one) => words[one]).find((text) => text !== undefined && text !== '')
  return found ?? Object.values(words)[0] ?? ''
}

/** The nodes of a tree, in order, as rows. */
export function outlineOf(nodes: readonly AuthorNode[], languages: readonly string[]): Required<OutlineRow>[] {
  return nodes.map((node) => ({
    id: node.id,
    parent: node.parentId ?? '',
    title: saidIn(node.title, languages),
    type: node.t === 'l' ? 'level' : node.t === 'sg' ? 'skill group' : 'skill',
    grade: node.grade === null ? '' : String(node.grade),
    text: textOfHtml(saidIn(node.content.find(({ type }) => type === 'text')?.value ?? {}, languages)),
  }))
}

/** What rows can lean on: nodes that there are, ids that were given before, and in which languages the rows were written, best first. */
type Known = Pick<Tree, 'nodes' | 'gone'> & { languages: readonly string[] }

interface ReadOutline {
  nodes: AuthorNode[]
  problems: ImportProblem[]
  /** The line of each node. */
  lines: Map<string, string>
}

/**
 * Rows as nodes. `parent` is the id or the title of a row above, the nearest one of that title; empty is the top. Rows
 * that cannot be nodes are told by their line; `first` is the line of the first row.
 *
 * With `here` rows are about a scheme that there is: a row is the node of its id, or else the one child of its parent
 * with its title. What a row leaves empty stays as it is there.
 */
export function readOutline(
  rows: readonly OutlineRow[],
  language: string,
  first: number,
  here: Known = { nodes: new Map(), gone: new Map(), languages: [] },
): ReadOutline {
  const problems: ImportProblem[] = []
  const read = new Map<string, AuthorNode>()
  const lines = new Map<string, string>()
  const taken = { nodes: new Map(here.nodes), gone: here.gone }
  const nodesByPath = new NodesByPath(here)
  for (const [at, row] of rows.entries()) {
    const line = String(first + at)
    const [title, parent, type, grade, text] = [row.title, row.parent, row.type, row.grade, row.text].map((one) =>
      (one ?? '').trim(),
    ) as [string, string, string, string, string]
    const report = (code: ImportProblem['code'], what: string) => void problems.push({ at: line, code, what })
    if (title === '' || title.length > 200) {
      report('NO_TITLE', title.slice(0, 50))
      continue
    }
    const t = kinds[type.toLowerCase()]
    if (t === undefined) {
      report('UNKNOWN_TYPE', type)
      continue
    }
    const parentId = parent === '' ? null : nodesByPath.find(parent, read)
    if (parentId === undefined) {
      report('UNKNOWN_PARENT', parent)
      continue
    }
    if (parentId !== null && taken.nodes.get(parentId)?.t === 's') {
      report('UNDER_SKILL', parent)
      continue
    }
    const kind = Number(grade)
    const known = grade === '' || (t === 's' && Number.isInteger(kind) && kind >= 1 && kind <= 8)
    if (!known) report('UNKNOWN_GRADE', grade)
    const given = (row.id ?? '').trim()
    const ofTitle = nodesByPath.children(parentId, title).filter((id) => !read.has(id))
    const named = here.nodes.has(given) && !read.has(given) ? given : undefined
    if (named === undefined && given === '' && ofTitle.length > 1) {
      report('AMBIGUOUS', title)
      continue
    }
    const same = named ?? (here.gone.has(given) || ofTitle.length > 1 ? undefined : ofTitle[0])
    const free = given !== '' && !taken.nodes.has(given)
    const id = same ?? (free ? given : newNodeId(taken, parentId, title))
    if (given !== '' && same === undefined && !free) report('ID_TAKEN', given)
    const was = here.nodes.get(id)
    const node: AuthorNode = {
      ...(was ?? plain),
      id,
      parentId,
      t,
      title:
        was && saidIn(was.title, here.languages).trim() === title ? was.title : { ...was?.title, [language]: title },
      grade: t !== 's' ? null : known && grade !== '' ? kind : (was?.grade ?? null),
      content: text === '' ? (was?.content ?? []) : withText(was?.content ?? [], text, [language, ...here.languages]),
    }
    taken.nodes.set(id, node)
    read.set(id, node)
    lines.set(id, line)
    nodesByPath.add(title, id)
  }
  return { nodes: [...read.values()], problems, lines }
}

const plain = {
  group: null,
  completion: null,
  completionType: 'automated' as const,
  required: [],
  hidden: false,
  skipped: false,
  starred: false,
  videos: [],
}

/** The first text of a node reads so; where it does already, it keeps its formatting. */
function withText(content: readonly Section[], text: string, languages: readonly string[]): readonly Section[] {
  const at = content.findIndex(({ type }) => type === 'text')
  const section = content[at]
  const value = { [languages[0] ?? 'en']: htmlOfText(text.slice(0, 10_000)) }
  if (!section) return [...content, { key: freeKey(content), type: 'text', of: null, title: {}, value }]
  if (textOfHtml(saidIn(section.value, languages)) === text) return content
  return content.with(at, { ...section, value: { ...section.value, ...value } })
}

function freeKey(content: readonly Section[]): string {
  for (let n = 1; ; n++) if (content.every(({ key }) => key !== `s-${n}`)) return `s-${n}`
}

/** Finds nodes by what people call them. */
class NodesByPath {
  readonly #above = new Map<string, string>()
  readonly #here = new Map<string, string[]>()
  readonly #known: Known

  constructor(known: Known) {
    this.#known = known
    for (const node of known.nodes.values()) {
      const title = saidIn(node.title, known.languages).trim().toLowerCase()
      const list = this.#here.get(title)
      if (list) list.push(node.id)
      else this.#here.set(title, [node.id])
    }
  }

  add(title: string, id: string): void {
    this.#above.set(title.toLowerCase(), id)
  }

  /** A row above by its id or title, or a node of the scheme by its id, or by its title where only one has it. */
  find(name: string, read: ReadonlyMap<string, AuthorNode>): string | undefined {
    if (read.has(name)) return name
    const above = this.#above.get(name.toLowerCase())
    if (above !== undefined) return above
    if (this.#known.nodes.has(name)) return name
    const [only, ...others] = this.#here.get(name.toLowerCase()) ?? []
    return others.length === 0 ? only : undefined
  }

  children(parentId: string | null, title: string): string[] {
    return (this.#here.get(title.toLowerCase()) ?? []).filter((id) => this.#known.nodes.get(id)?.parentId === parentId)
  }
}
