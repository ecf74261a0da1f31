import type { ContentSection, Curriculum, SchemeNode, SchemeSection } from '#contract/schemes.ts'
import { wordsOf } from '#server/http/schemas.ts'
import { prepared, type Tx } from '#server/tenancy.ts'
import { compileScheme, type Scheme } from '#domain/scheme.ts'
import type { Section } from '#domain/content.ts'
import { mayShowContent } from '#domain/permissions.ts'
import { findScheme, readGrades, readNodes, readSections, type NodeRow } from './queries.ts'

/** One revision of one scheme as one user may read it: the document, its bytes and its ETag. */
export interface CompiledCurriculum {
  document: Curriculum
  json: string
  etag: string
}

/** Parents, or those who teach and run. */
export type Reader = 'parent' | 'staff'

interface Reading {
  features: Record<string, boolean | number>
  reader: Reader
  sections: readonly SchemeSection[]
  /** It follows another client's. */
  foreign: boolean
}

/** A scheme compiled for the engine, and which revision it is. */
export interface LiveScheme {
  revision: number
  scheme: Scheme
}

/** Curricula compiled once per revision, language and content permission, kept in memory. */
export class Curricula {
  #documents = new Map<string, CompiledCurriculum>()
  #schemes = new Map<string, LiveScheme>()

  async document(
    tx: Tx,
    clientId: string,
    slug: string,
    language: string,
    features: Record<string, boolean | number>,
    reader: Reader,
  ): Promise<CompiledCurriculum | null> {
    const row = await findScheme(tx, slug)
    if (!row) return null
    const flags = ['ENABLE_ALL_SKILL_FIELDS', 'ENABLE_RICH_MEDIA', 'ENABLE_NODE_TAGS']
    const shown = `${flags.map((flag) => (features[flag] ? '1' : '0')).join('')}-${reader}`
    const key = `${clientId}/${row.id}/${row.revision}/${language}/${shown}`
    const known = this.#documents.get(key)
    if (known) return known
    const nodes = await readNodes(tx, row.id)
    const sections = await readSections(tx, row.id, language)
    const fallback = wordsOf(row.languages[0] ?? 'en')
    const document: Curriculum = {
      slug,
      uuid: row.id,
      name: inLanguage(row.name, language, fallback),
      revision: row.revision,
      language,
      grades: await readGrades(tx, row.id, language),
      tree: buildTree(nodes, language, fallback, { features, reader, sections, foreign: row.foreign }),
    }
    const compiled = {
      document,
      json: JSON.stringify(document),
      etag: `"${row.id}-${row.revision}-${language}-${shown}"`,
    }
    for (const old of this.#documents.keys())
      if (old.startsWith(`${clientId}/${row.id}/`) && !old.startsWith(`${clientId}/${row.id}/${row.revision}/`))
        this.#documents.delete(old)
    this.#documents.set(key, compiled)
    return compiled
  }

  /** The scheme compiled for the engine, at its live revision. */
  async scheme(tx: Tx, clientId: string, schemeId: string): Promise<Scheme | undefined> {
    return (await this.schemes(tx, clientId, [schemeId])).get(schemeId)?.scheme
  }

  /** Schemes compiled for the engine, at their live revisions, by id; one that does not exist is left out. */
  async schemes(tx: Tx, clientId: string, schemeIds: readonly string[]): Promise<Map<string, LiveScheme>> {
    const { rows } = await tx.query<{ id: string; revision: number }>(
      prepared('SELECT id, revision FROM schemes WHERE id = ANY($1)', [schemeIds]),
    )
    const found = new Map<string, LiveScheme>()
    for (const { id, revision } of rows) {
      const key = `${clientId}/${id}`
      const known = this.#schemes.get(key)
      if (known?.revision === revision) {
        found.set(id, known)
        continue
      }
      const [nodes, grades] = [await readNodes(tx, id), await readGrades(tx, id, 'en')]
      const scheme = compileScheme(
        buildTree(nodes, 'en', 'en', { features: {}, reader: 'staff', sections: [], foreign: false }),
        grades,
      )
      const live = { revision, scheme }
      this.#schemes.set(key, live)
      found.set(id, live)
    }
    return found
  }
}

/** Words that are missing in a language are shown in the scheme's own, then in any. */
function inLanguage(words: Record<string, string>, language: string, fallback: string): string {
  return words[language] ?? words[fallback] ?? Object.values(words)[0] ?? ''
}

/** Rows (siblings in their order) to a tree in one language, with only the content that the reader may have. */
function buildTree(
  rows: readonly NodeRow[],
  language: string,
  fallback: string,
  { features, reader, sections, foreign }: Reading,
): SchemeNode[] {
  const made = new Map(sections.map((section) => [section.id, section]))
  /** By its type [6.11], and by the section of the scheme that it was made from [3.9]. */
  const mayRead = ({ type, of }: Section) => {
    const visibility = (of === null ? undefined : made.get(of))?.visibility ?? 'all'
    return mayShowContent(type, features) && (visibility === 'all' || (visibility === 'coach' && reader === 'staff'))
  }
  const byId = new Map<string, SchemeNode>()
  const roots: SchemeNode[] = []
  const text = (value: Record<string, string>) => inLanguage(value, language, fallback)
  for (const row of rows) {
    const node: SchemeNode = {
      id: row.id,
      parentId: row.parent_id,
      title: text(row.title),
      t: row.t,
      is_owner: !foreign && row.origin_root === null,
      content: row.content.filter(mayRead).map((section) => ({
        title: text(section.title) || (made.get(section.of ?? 0)?.name ?? ''),
        type: section.type as ContentSection['type'],
        value: text(section.value),
      })),
      videos: features['ENABLE_RICH_MEDIA'] ? row.videos : [],
      children: [],
      ...(row.grade === null ? {} : { grade: row.grade }),
      ...(row.group_value === null ? {} : { group: row.group_value }),
      ...(row.completion_ids && row.completion_count !== null
        ? { completion: [row.completion_ids, row.completion_count] as [string[], number] }
        : {}),
      ...(row.completion_type === 'manual' ? { completion_type: 'manual' as const } : {}),
      ...(row.required_ids.length > 0 ? { required: row.required_ids } : {}),
      ...(row.hidden ? { hidden: true } : {}),
      ...(row.skipped ? { skipped: true } : {}),
      ...(row.starred ? { starred: true } : {}),
    }
    byId.set(row.id, node)
  }
  // after all exist: a moved node keeps its id, so nothing about its place can be read from it
  for (const node of byId.values()) (node.parentId === null ? roots : byId.get(node.parentId)?.children)?.push(node)
  return roots
}
