import type { ContentSection, Curriculum, SchemeNode, SchemeSection } from '#contract/curriculum/schemes.ts'
import { buildingCache, type BuildEntry } from '#server/platform/building-cache.ts'
import { CachedBody } from '#server/platform/http/cached-body.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { compileScheme, type Scheme } from '#domain/curriculum/scheme.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { withoutSkipped } from '#domain/curriculum/without-skipped.ts'
import { mayReadSection, type Reader } from '#domain/curriculum/permissions.ts'
import { EPOCH, findScheme, readGrades, readNodes, readSections, type NodeRow } from './queries.ts'

/**
 * Part of the ETag. It is increased whenever the same scheme revision gets another reply, so that browsers drop their
 * copies of the earlier reply. Form 2 leaves skipped nodes out.
 */
export const CURRICULUM_FORM = 3

/** One revision of one scheme as readers with the same rights get it: the JSON of a `Curriculum`, and its ETag. */
interface CurriculumDocument {
  /** The id of the scheme. */
  id: string
  body: CachedBody
  etag: string
}

/** What decides which content a reader gets. */
interface ReaderContext {
  features: Record<string, boolean | number>
  reader: Reader
  sections: readonly SchemeSection[]
  /** The scheme is a copy that follows a scheme of another client. */
  foreign: boolean
}

/** A scheme compiled for the engine, with its revision. */
export interface LiveScheme {
  revision: number
  scheme: Scheme
}

/** The size of the two caches, for all tenants together; they drop what was used least recently. */
export interface CacheSize {
  /** Bytes of uncompressed documents. A scheme of 300 nodes with its texts has about 90 kB. */
  bytes: number
  /** Nodes of compiled schemes: about half a kilobyte each. */
  nodes: number
}

const DEFAULT_SIZE: CacheSize = { bytes: 128 * 1024 * 1024, nodes: 400_000 }

const LIVE_REVISIONS = tenantStatement(
  'curriculum/list-live-revisions',
  `SELECT id, revision, ${EPOCH} AS epoch FROM schemes WHERE client_id = $1 AND id = ANY($2::uuid[])`,
  { prepare: true },
)

/** A cache of schemes at their live revision: documents for readers, and schemes compiled for the engine. */
export class Curricula {
  readonly #documents: (key: string, build: BuildEntry<CurriculumDocument>) => Promise<CurriculumDocument>
  readonly #schemes: (key: string, build: BuildEntry<LiveScheme>) => Promise<LiveScheme>

  constructor({ bytes, nodes }: CacheSize = DEFAULT_SIZE) {
    this.#documents = buildingCache(bytes, ({ body }) => body.bytes.length)
    this.#schemes = buildingCache(nodes, ({ scheme }) => scheme.nodes.length)
  }

  /**
   * The document of a scheme in a language, with the content that the reader may see; null when there is no such
   * scheme.
   */
  async document(
    tx: Tx,
    clientId: string,
    slug: string,
    language: string,
    features: Record<string, boolean | number>,
    reader: Reader,
  ): Promise<CurriculumDocument | null> {
    const row = await findScheme(tx, slug)
    if (!row) return null
    const flags = ['ENABLE_ALL_SKILL_FIELDS', 'ENABLE_RICH_MEDIA', 'ENABLE_NODE_TAGS']
    // the part of the key that says which content the reader gets
    const rightsKey = `${flags.map((flag) => (features[flag] ? '1' : '0')).join('')}-${reader}`
    return this.#documents(`${clientId}/${row.id}/${row.epoch}/${row.revision}/${language}/${rightsKey}`, async () => {
      const nodes = await readNodes(tx, row.id, { texts: true })
      const sections = await readSections(tx, row.id, language)
      const fallback = languageOf(row.languages[0] ?? 'en')
      const document: Curriculum = {
        slug,
        uuid: row.id,
        name: inLanguage(row.name, language, fallback),
        revision: row.revision,
        language,
        grades: await readGrades(tx, row.id, language),
        tree: withoutSkipped(
          buildTree(nodes, language, fallback, { features, reader, sections, foreign: row.foreign }),
        ),
      }
      return {
        id: row.id,
        body: new CachedBody(JSON.stringify(document)),
        etag: `"${CURRICULUM_FORM}-${row.id}-${row.epoch}-${row.revision}-${language}-${rightsKey}"`,
      }
    })
  }

  /** The scheme compiled for the engine, at its live revision. */
  async scheme(tx: Tx, clientId: string, schemeId: string): Promise<Scheme | undefined> {
    return (await this.schemes(tx, clientId, [schemeId])).get(schemeId)?.scheme
  }

  /** Schemes compiled for the engine, at their live revisions, by id; one that does not exist is left out. */
  async schemes(tx: Tx, clientId: string, schemeIds: readonly string[]): Promise<Map<string, LiveScheme>> {
    const rows = await queryRows(tx, LIVE_REVISIONS, [schemeIds])
    const schemes = new Map<string, LiveScheme>()
    for (const { id, revision, epoch } of rows) {
      const live = await this.#schemes(`${clientId}/${id}/${epoch}/${revision}`, async () => {
        // the engine needs no texts, so any language will do
        const [nodes, grades] = [await readNodes(tx, id, { texts: false }), await readGrades(tx, id, 'en')]
        // the engine reads no content, so these rights are only for the types
        const engineContext = { features: {}, reader: 'staff' as const, sections: [], foreign: false }
        return { revision, scheme: compileScheme(buildTree(nodes, 'en', 'en', engineContext), grades) }
      })
      schemes.set(id, live)
    }
    return schemes
  }
}

/** The text in a language; when it is missing, in the scheme's own language, otherwise in any. */
function inLanguage(words: Record<string, string>, language: string, fallback: string): string {
  return words[language] ?? words[fallback] ?? Object.values(words)[0] ?? ''
}

/**
 * Builds a tree in one language from rows whose siblings are in order, with only the content that the reader may see.
 */
function buildTree(
  rows: readonly NodeRow[],
  language: string,
  fallback: string,
  { features, reader, sections, foreign }: ReaderContext,
): SchemeNode[] {
  const sectionsById = new Map(sections.map((section) => [section.id, section]))
  const mayRead = (section: Section) => mayReadSection(section, sectionsById, reader, features)
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
        title: text(section.title) || (sectionsById.get(section.of ?? 0)?.name ?? ''),
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
  // children are linked when all nodes exist, because rows may come before their parents
  for (const node of byId.values()) {
    const siblings = node.parentId === null ? roots : byId.get(node.parentId)?.children
    siblings?.push(node)
  }
  return roots
}
