import { MAX_TEXT, type Section, type Words } from '#domain/curriculum/content.ts'
import type { ImportProblem } from './scheme-file.ts'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { newNodeId, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'

/** The columns of a curriculum's outline as CSV. */
export const OUTLINE = ['id', 'parent', 'title', 'type', 'grade', 'text'] as const
export type OutlineRow = Partial<Record<(typeof OUTLINE)[number], string>>

/** The most characters of a title. */
const MAX_TITLE = 200

/** The kind of a node by the word for it in the column `type`, in English and Welsh. */
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

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Plain text as HTML; paragraphs are separated by empty lines. */
export function htmlOfText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br />')}</p>`)
    .join('')
}

/** The beginning of a text whose HTML is not longer than that of a node may be. */
function fittingText(text: string): string {
  if (htmlOfText(text).length <= MAX_TEXT) return text
  let [fits, tooLong] = [0, text.length + 1]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (htmlOfText(text.slice(0, middle)).length <= MAX_TEXT) fits = middle
    else tooLong = middle
  }
  const kept = text.slice(0, fits)
  // a character such as an emoji is not cut in half
  return kept.isWellFormed() || !text.isWellFormed() ? kept : kept.slice(0, -1)
}

/**
 * HTML as plain text: what `htmlOfText` wrote becomes its text again, and formatted text loses its formatting. `&amp;`
 * is decoded last, because `&amp;lt;` stands for the text `&lt;`.
 */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/\r\n?/g, '\n')
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

/** A text in the first of `languages` that it has, else in any. */
function textIn(words: Words, languages: readonly string[]): string {
  const found = languages.map((language) => words[language]).find((text) => text !== undefined && text !== '')
  return found ?? Object.values(words)[0] ?? ''
}

/** Nodes as rows, in the same order. Each text is in the first of `languages` that has it, else in any. */
export function outlineOf(nodes: readonly AuthorNode[], languages: readonly string[]): Required<OutlineRow>[] {
  return nodes.map((node) => ({
    id: node.id,
    parent: node.parentId ?? '',
    title: textIn(node.title, languages),
    type: node.t === 'l' ? 'level' : node.t === 'sg' ? 'skill group' : 'skill',
    grade: node.grade === null ? '' : String(node.grade),
    text: textOfHtml(textIn(node.content.find(({ type }) => type === 'text')?.value ?? {}, languages)),
  }))
}

/** The scheme that rows refer to: its nodes, deleted ones too, and the languages that rows may be in, best first. */
type ExistingScheme = Pick<Tree, 'nodes' | 'gone'> & { languages: readonly string[] }

/** The nodes that the rows of an outline describe. */
interface ReadOutline {
  nodes: AuthorNode[]
  problems: ImportProblem[]
  /** The line number of the file by node id. */
  lines: Map<string, string>
}

/**
 * Parses rows into nodes. The cell `parent` is the id of a row above or the title of one, the nearest if several have
 * it; empty means a root. Rows that cannot be nodes are reported by their line; `firstLine` is that of the first row.
 * New texts are in `language`.
 *
 * With `scheme` the rows may describe its nodes: a row is the node with its id, or else the only child of its parent
 * with its title. An empty cell keeps what the node has. Parents may be nodes of the scheme, too.
 */
export function readOutline(
  rows: readonly OutlineRow[],
  language: string,
  firstLine: number,
  scheme: ExistingScheme = { nodes: new Map(), gone: new Map(), languages: [] },
): ReadOutline {
  const problems: ImportProblem[] = []
  /** The nodes of the rows above, by id. */
  const read = new Map<string, AuthorNode>()
  const lines = new Map<string, string>()
  /** All nodes that have an id already, for finding new ids. */
  const taken = { nodes: new Map(scheme.nodes), gone: scheme.gone }
  const nodesByTitle = new NodesByTitle(scheme)
  for (const [index, row] of rows.entries()) {
    const line = String(firstLine + index)
    const { title = '', text = '' } = row
    // the cast says how many cells there are, which `map` forgets
    const [parent, type, grade] = [row.parent, row.type, row.grade].map((cell) => (cell ?? '').trim()) as [
      string,
      string,
      string,
    ]
    const report = (code: ImportProblem['code'], what: string) => {
      problems.push({ at: line, code, what })
    }
    if (title.trim() === '' || title.length > MAX_TITLE) {
      report(title.trim() === '' ? 'NO_TITLE' : 'TITLE_TOO_LONG', title.slice(0, 50))
      continue
    }
    const t = kinds[type.toLowerCase()]
    if (t === undefined) {
      report('UNKNOWN_TYPE', type)
      continue
    }
    const parentId = parent === '' ? null : nodesByTitle.find(parent, read)
    if (parentId === undefined) {
      report('UNKNOWN_PARENT', parent)
      continue
    }
    if (parentId !== null && taken.nodes.get(parentId)?.t === 's') {
      report('UNDER_SKILL', parent)
      continue
    }
    const gradeKind = Number(grade)
    const isKind = t === 's' && Number.isInteger(gradeKind) && gradeKind >= 1 && gradeKind <= 8
    if (grade !== '' && !isKind) report('UNKNOWN_GRADE', grade)
    const rowId = (row.id ?? '').trim()
    const sameTitle = nodesByTitle.children(parentId, title).filter((nodeId) => !read.has(nodeId))
    const nodeWithId = scheme.nodes.has(rowId) && !read.has(rowId) ? rowId : undefined
    if (nodeWithId === undefined && rowId === '' && sameTitle.length > 1) {
      report('AMBIGUOUS', title)
      continue
    }
    // the node of the scheme that the row describes, if there is one; a row with a deleted node's id means that node
    const nodeWithTitle = scheme.gone.has(rowId) || sameTitle.length > 1 ? undefined : sameTitle[0]
    const existingId = nodeWithId ?? nodeWithTitle
    const isRowIdFree = rowId !== '' && !taken.nodes.has(rowId)
    const id = existingId ?? (isRowIdFree ? rowId : newNodeId(taken, parentId, title))
    if (rowId !== '' && existingId === undefined && !isRowIdFree) report('ID_TAKEN', rowId)
    const existing = scheme.nodes.get(id)
    const keepsTitle = existing !== undefined && textIn(existing.title, scheme.languages).trim() === title.trim()
    const gradeOfSkill = grade !== '' && isKind ? gradeKind : (existing?.grade ?? null)
    const content = existing?.content ?? []
    const node: AuthorNode = {
      ...(existing ?? DEFAULT_FIELDS),
      id,
      parentId,
      t,
      title: keepsTitle ? existing.title : { ...existing?.title, [language]: title },
      grade: t === 's' ? gradeOfSkill : null,
      content: text.trim() === '' ? content : withText(content, text, [language, ...scheme.languages]),
    }
    if (node.content !== content && fittingText(text) !== text) report('TEXT_TOO_LONG', title)
    taken.nodes.set(id, node)
    read.set(id, node)
    lines.set(id, line)
    nodesByTitle.add(title, id)
  }
  return { nodes: [...read.values()], problems, lines }
}

/** The fields of a new node that an outline has no columns for. */
const DEFAULT_FIELDS = {
  group: null,
  completion: null,
  completionType: 'automated' as const,
  required: [],
  hidden: false,
  skipped: false,
  starred: false,
  videos: [],
}

/**
 * The content with `text` as its first section of text, in the first of `languages`, as far as it fits. Content
 * that reads the same already is returned as it is, with its formatting.
 */
function withText(content: readonly Section[], text: string, languages: readonly string[]): readonly Section[] {
  const index = content.findIndex(({ type }) => type === 'text')
  const section = content[index]
  const value = { [languages[0] ?? 'en']: htmlOfText(fittingText(text)) }
  if (!section) return [...content, { key: freeKey(content), type: 'text', of: null, title: {}, value }]
  if (textOfHtml(textIn(section.value, languages)) === text.trim()) return content
  return content.with(index, { ...section, value: { ...section.value, ...value } })
}

/** A key that no section of the content has. */
function freeKey(content: readonly Section[]): string {
  for (let n = 1; ; n++) if (content.every(({ key }) => key !== `s-${n}`)) return `s-${n}`
}

/** Finds nodes by title or id, among the rows read so far and in the scheme. */
class NodesByTitle {
  /** The id of the last row above, by its title in lower case. */
  readonly #rowIds = new Map<string, string>()
  /** The ids of the scheme's nodes, by their title in lower case. */
  readonly #schemeIds = new Map<string, string[]>()
  readonly #scheme: ExistingScheme

  constructor(scheme: ExistingScheme) {
    this.#scheme = scheme
    for (const node of scheme.nodes.values()) {
      const title = textIn(node.title, scheme.languages).trim().toLowerCase()
      const list = this.#schemeIds.get(title)
      if (list) list.push(node.id)
      else this.#schemeIds.set(title, [node.id])
    }
  }

  /** Adds a row that was read. */
  add(title: string, id: string): void {
    this.#rowIds.set(title.trim().toLowerCase(), id)
  }

  /**
   * The id of a row above (`read`) by its id or title, or of a node of the scheme by its id, or by its title if only
   * one node has it.
   */
  find(name: string, read: ReadonlyMap<string, AuthorNode>): string | undefined {
    if (read.has(name)) return name
    const rowId = this.#rowIds.get(name.toLowerCase())
    if (rowId !== undefined) return rowId
    if (this.#scheme.nodes.has(name)) return name
    const [only, ...others] = this.#schemeIds.get(name.toLowerCase()) ?? []
    return others.length === 0 ? only : undefined
  }

  /** The ids of the children of a node of the scheme, or of its roots, that have this title. */
  children(parentId: string | null, title: string): string[] {
    return (this.#schemeIds.get(title.trim().toLowerCase()) ?? []).filter(
      (id) => this.#scheme.nodes.get(id)?.parentId === parentId,
    )
  }
}
