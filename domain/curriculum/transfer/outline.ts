import { cutText } from '#domain/platform/cut-text.ts'
import { MAX_TEXT, type Section, type Words } from '#domain/curriculum/content.ts'
import { fittingText, htmlOfText, textOfHtml } from './outline-text.ts'
import type { ImportProblem } from './scheme-file.ts'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { isNodeId, MAX_EXTERNAL_ID, newNodeId, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'

/** The columns of a curriculum's outline as CSV. */
export const OUTLINE = ['id', 'parent', 'title', 'type', 'grade', 'text', 'external_id'] as const

/** A row of an outline. `id` is the id of a node, or the id that the node has where the row comes from. */
export interface OutlineRow extends Partial<Record<(typeof OUTLINE)[number], string>> {
  /** Where the row is in its file: a line, or the id of an item; the rows of an outline begin in line 2. */
  at?: string
  /** Names the row in its file; another row may name it as its `parentKey`, whose null means a root. */
  key?: string
  parentKey?: string | null
  /** The text with formatting, instead of `text`. */
  html?: string
  /** Further texts, each with the title that its section gets. */
  sections?: readonly { title: string; text: string }[]
}

/** The most characters of a title. */
export const MAX_TITLE = 200

/** The kind of a node by the word for it in the column `type`, in English and Welsh. */
const kinds: Readonly<Record<string, NodeKind | undefined>> = {
  l: 'l',
  level: 'l',
  lefel: 'l',
  sg: 'sg',
  group: 'sg',
  'skill group': 'sg',
  'grŵp sgiliau': 'sg',
  'grwp sgiliau': 'sg',
  grŵp: 'sg',
  grwp: 'sg',
  s: 's',
  skill: 's',
  sgìl: 's',
  sgil: 's',
}

/** Whether any of the words is a kind of a node. */
export const hasKinds = (cells: readonly string[]): boolean =>
  cells.some((cell) => kinds[cell.trim().toLowerCase()] !== undefined)

/** The words of a skill that is not assessable, in the column `grade`. */
const NOT_ASSESSABLE = ['none', 'dim', '0', 'n/a', '-']

/** Whether a cell says that a skill is not assessable. */
export const isNotAssessable = (cell: string): boolean => NOT_ASSESSABLE.includes(cell.trim().toLowerCase())

/** A text in the first of `languages` that it has, else in any. */
function textIn(words: Words, languages: readonly string[]): string {
  const found = languages.map((language) => words[language]).find((text) => text !== undefined && text !== '')
  return found ?? Object.values(words)[0] ?? ''
}

/** Nodes as rows, in the same order. Each text is in the first of `languages` that has it, else in any. */
export function outlineOf(
  nodes: readonly AuthorNode[],
  languages: readonly string[],
): Record<(typeof OUTLINE)[number], string>[] {
  return nodes.map((node) => ({
    id: node.id,
    parent: node.parentId ?? '',
    title: textIn(node.title, languages),
    type: node.t === 'l' ? 'level' : node.t === 'sg' ? 'skill group' : 'skill',
    grade: node.t === 's' ? String(node.grade ?? NOT_ASSESSABLE[0]) : '',
    text: textOfHtml(textIn(node.content.find(({ type }) => type === 'text')?.value ?? {}, languages)),
    external_id: node.externalId ?? '',
  }))
}

/** The scheme that rows refer to: its nodes, deleted ones too, and the languages that rows may be in, best first. */
type ExistingScheme = Pick<Tree, 'nodes' | 'gone'> & { languages: readonly string[] }

/** The nodes that the rows of an outline describe. */
interface ReadOutline {
  nodes: AuthorNode[]
  problems: ImportProblem[]
  /** Where each node is in the file, by its id. */
  lines: Map<string, string>
  /** How many skills got the usual scale, because their rows name none. */
  scaled: number
}

/**
 * Parses rows into nodes. The cell `parent` is the id of a row above or the title of one, the nearest if several have
 * it; empty means a root. Rows that cannot be nodes are reported. New texts are in `language`. A new skill whose row
 * names no scale gets `usualScale`; null = it is not assessable. A row without a type is a skill when no row is below
 * it.
 *
 * With `scheme` the rows may describe its nodes: a row is the node with its id, or else the only child of its parent
 * with its title. An empty cell keeps what the node has. Parents may be nodes of the scheme, too.
 */
export function readOutline(
  rows: readonly OutlineRow[],
  language: string,
  usualScale: number | null,
  scheme: ExistingScheme = { nodes: new Map(), gone: new Map(), languages: [] },
): ReadOutline {
  const reader = new OutlineReader(language, scheme)
  for (const [index, row] of rows.entries()) reader.read(row, row.at ?? String(index + 2))
  return reader.finish(usualScale)
}

class OutlineReader {
  readonly #language: string
  readonly #scheme: ExistingScheme
  readonly #problems: ImportProblem[] = []
  /** The nodes of the rows above, by id. */
  readonly #read = new Map<string, AuthorNode>()
  readonly #lines = new Map<string, string>()
  /** All nodes that have an id already, for finding new ids. */
  readonly #taken: { nodes: Map<string, AuthorNode>; gone: Tree['gone'] }
  readonly #byTitle: NodesByTitle
  /** The nodes by the keys of their rows, and by the ids that they have elsewhere. */
  readonly #byKey = new Map<string, string>()
  readonly #byExternalId = new Map<string, string>()
  /** The nodes whose rows name no type, and those that name no scale. */
  readonly #untyped = new Set<string>()
  readonly #unscaled = new Set<string>()

  constructor(language: string, scheme: ExistingScheme) {
    this.#language = language
    this.#scheme = scheme
    this.#taken = { nodes: new Map(scheme.nodes), gone: scheme.gone }
    this.#byTitle = new NodesByTitle(scheme)
    for (const { id, externalId } of scheme.nodes.values()) if (externalId) this.#byExternalId.set(externalId, id)
  }

  read(row: OutlineRow, at: string): void {
    const report = (code: ImportProblem['code'], what: string) => {
      this.#problems.push({ at, code, what })
    }
    const { title = '' } = row
    if (title.trim() === '' || title.length > MAX_TITLE)
      return report(title.trim() === '' ? 'NO_TITLE' : 'TITLE_TOO_LONG', cutText(title, 50))
    const type = (row.type ?? '').trim()
    const typed = kinds[type.toLowerCase()]
    if (type !== '' && typed === undefined) return report('UNKNOWN_TYPE', type)
    const parentId = this.#parentOf(row)
    const parentName = (row.parent ?? row.parentKey ?? '').trim()
    if (parentId === undefined) return report('UNKNOWN_PARENT', parentName)
    if (parentId !== null && this.#taken.nodes.get(parentId)?.t === 's' && !this.#untyped.has(parentId))
      return report('UNDER_SKILL', parentName)
    const found = this.#idOf(row, parentId, report)
    if (found === null) return
    const { id, externalId } = found
    const existing = this.#scheme.nodes.get(id)
    const t = typed ?? existing?.t ?? 's'
    if (typed === undefined && !existing) this.#untyped.add(id)
    const node: AuthorNode = {
      ...(existing ?? DEFAULT_FIELDS),
      id,
      parentId,
      t,
      title: this.#titleOf(existing, title),
      grade: t === 's' ? this.#gradeOf(row, id, report) : null,
      content: this.#contentOf(existing, row, report),
      ...(externalId === undefined ? {} : { externalId }),
    }
    if (t !== 's' && (row.grade ?? '').trim() !== '') report('UNKNOWN_GRADE', row.grade ?? '')
    this.#taken.nodes.set(id, node)
    this.#read.set(id, node)
    this.#lines.set(id, at)
    this.#byTitle.add(title, id)
    if (row.key !== undefined) this.#byKey.set(row.key, id)
    if (externalId !== undefined) this.#byExternalId.set(externalId, id)
  }

  /** The kinds of rows without a type follow from what is below them, and with the kinds their scales. */
  finish(usualScale: number | null): ReadOutline {
    const parents = new Set([...this.#read.values()].map(({ parentId }) => parentId))
    for (const id of this.#untyped) {
      const node = this.#read.get(id)
      // a level may have no skills yet
      const isLevel = node?.parentId === null && (parents.has(id) || parents.size > 1)
      if (node && (isLevel || parents.has(id))) this.#read.set(id, { ...node, t: isLevel ? 'l' : 'sg', grade: null })
    }
    let scaled = 0
    for (const id of this.#unscaled) {
      const node = this.#read.get(id)
      if (node?.t !== 's' || usualScale === null) continue
      this.#read.set(id, { ...node, grade: usualScale })
      scaled++
    }
    return { nodes: [...this.#read.values()], problems: this.#problems, lines: this.#lines, scaled }
  }

  #parentOf(row: OutlineRow): string | null | undefined {
    if (row.parentKey === null) return null
    if (row.parentKey !== undefined) return this.#byKey.get(row.parentKey)
    const parent = (row.parent ?? '').trim()
    if (parent === '') return null
    return this.#byTitle.find(parent, this.#read) ?? this.#byExternalId.get(parent)
  }

  /**
   * The id of the node that the row describes: one of the scheme, or a new one. Null when it could be several nodes.
   * What is no id of ours is the id that the node has elsewhere.
   */
  #idOf(
    row: OutlineRow,
    parentId: string | null,
    report: (code: ImportProblem['code'], what: string) => void,
  ): { id: string; externalId?: string } | null {
    const { title = '' } = row
    const written = (row.id ?? '').trim()
    const rowId = isNodeId(written) ? written : ''
    const elsewhere = (row.external_id ?? '').trim() || (rowId === '' ? written : '')
    const knownId = this.#byExternalId.get(elsewhere)
    const isRepeated = knownId !== undefined && this.#read.has(knownId)
    if (isRepeated || elsewhere.length > MAX_EXTERNAL_ID) report('ID_TAKEN', cutText(elsewhere, 50))
    const external = elsewhere === '' || isRepeated ? {} : { externalId: cutText(elsewhere, MAX_EXTERNAL_ID) }
    const { nodes, gone } = this.#scheme
    if (rowId !== '' && nodes.has(rowId) && !this.#read.has(rowId)) return { id: rowId, ...external }
    if (knownId !== undefined && !isRepeated) return { id: knownId, ...external }
    // a node that has another id elsewhere is another node, even if its title is the same
    const sameTitle = this.#byTitle
      .children(parentId, title)
      .filter((id) => !this.#read.has(id) && !(elsewhere !== '' && nodes.get(id)?.externalId))
    if (written === '' && sameTitle.length > 1) {
      report('AMBIGUOUS', title)
      return null
    }
    // a row with a deleted node's id means that node
    const [only] = gone.has(rowId) || sameTitle.length > 1 ? [] : sameTitle
    if (only !== undefined) return { id: only, ...external }
    if (rowId !== '' && !this.#taken.nodes.has(rowId)) return { id: rowId, ...external }
    if (rowId !== '') report('ID_TAKEN', rowId)
    return { id: newNodeId(this.#taken, parentId, title), ...external }
  }

  #titleOf(existing: AuthorNode | undefined, title: string): Words {
    const keeps = existing !== undefined && textIn(existing.title, this.#scheme.languages).trim() === title.trim()
    return keeps ? existing.title : { ...existing?.title, [this.#language]: title }
  }

  #gradeOf(row: OutlineRow, id: string, report: (code: ImportProblem['code'], what: string) => void): number | null {
    const written = (row.grade ?? '').trim().toLowerCase()
    const existing = this.#scheme.nodes.get(id)
    if (isNotAssessable(written)) return null
    const kind = Number(written)
    if (written !== '' && Number.isInteger(kind) && kind >= 1 && kind <= 8) return kind
    if (written !== '') report('UNKNOWN_GRADE', row.grade ?? '')
    if (!existing) this.#unscaled.add(id)
    return existing?.grade ?? null
  }

  #contentOf(
    existing: AuthorNode | undefined,
    { title = '', text = '', html, sections = [] }: OutlineRow,
    report: (code: ImportProblem['code'], what: string) => void,
  ): readonly Section[] {
    const languages = [this.#language, ...this.#scheme.languages]
    const write = (before: readonly Section[], place: TextPlace, plain: string, formatted?: string) => {
      if (plain.trim() === '') return before
      const fitting = fittingText(plain)
      const value = formatted !== undefined && formatted.length <= MAX_TEXT ? formatted : htmlOfText(fitting)
      const after = withText(before, place, plain, value, languages)
      if (after !== before && fitting !== plain) report('TEXT_TOO_LONG', title)
      return after
    }
    const titles = sections.map((section) => section.title)
    const plain = html === undefined ? text : textOfHtml(html)
    const content = write(existing?.content ?? [], { title: '', others: titles }, plain, html)
    return sections.reduce(
      (before, section) => write(before, { title: section.title, others: [] }, section.text),
      content,
    )
  }
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
 * Where a text of a row stands: in the section of text with this title; without one in the first section of text, but none
 * of `others`, whose texts are in columns of their own.
 */
interface TextPlace {
  title: string
  others: readonly string[]
}

/**
 * The content with `text`, which is `html`, in its place, in the first of `languages`. Content that reads the same already
 * is returned as it is, with its formatting.
 */
function withText(
  content: readonly Section[],
  { title, others }: TextPlace,
  text: string,
  html: string,
  languages: readonly string[],
): readonly Section[] {
  const index = content.findIndex((section) => {
    const own = textIn(section.title, languages).trim()
    return section.type === 'text' && (title === '' ? own === '' || !others.includes(own) : own === title)
  })
  const section = content[index]
  const language = languages[0] ?? 'en'
  const value = { [language]: html }
  if (!section)
    return [
      ...content,
      { key: freeKey(content), type: 'text', of: null, title: title === '' ? {} : { [language]: title }, value },
    ]
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
