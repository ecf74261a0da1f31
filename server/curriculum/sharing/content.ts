import { cutText } from '#domain/platform/cut-text.ts'
import { Type, type Static } from 'typebox'
import type { ChangeItem, Changes } from '#contract/curriculum/sharing.ts'
import { withoutOrigin } from '#domain/curriculum/relink.ts'
import type { Change } from '#domain/curriculum/tree-diff.ts'
import { inTreeOrder, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'
import type { Words } from '#domain/curriculum/content.ts'
import { textOfHtml } from '#domain/curriculum/transfer/outline-text.ts'
import { nullable } from '#contract/platform/fields.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { StoredLabels, StoredNodes, StoredWords } from '#server/curriculum/schemes/stored-json.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import { findRow, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const Section = Type.Object({
  id: Type.Integer(),
  name: StoredWords,
  type: Type.String(),
  ordering: Type.Integer(),
  visibility: Type.String(),
})
export type SectionRow = Static<typeof Section>
const labels = nullable(StoredLabels)
const Grade = Type.Object({
  /** The kind of the scale. */
  grade: Type.Integer(),
  pass: Type.Integer(),
  labels,
  /** Earlier versions of the scale, each with the time of the last marks that are read by it [3.15]. */
  versions: Type.Array(Type.Object({ until: Type.Integer(), pass: Type.Integer(), labels })),
})
const Video = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  url: Type.String(),
  /** Absent when the video has none, and in revisions that were published before videos had posters. */
  poster: Type.Optional(nullable(Type.String())),
})
export type VideoRow = Static<typeof Video>

/** What both a scheme and its published revisions have in JSON. */
const settings = {
  name: StoredWords,
  grades: Type.Array(Grade),
  sections: Type.Array(Section),
  videos: Type.Array(Video),
}

/** The content of a published revision. It holds no data of users. */
export const Content = Type.Object({ ...settings, languages: Type.Array(Type.String()), nodes: StoredNodes })
export type Content = Static<typeof Content>

/** SQL of the scheme's rows in one table of settings as a JSON array; `setting` is the row, `scheme` the scheme's. */
const rowsOf = (table: string, columns: string, order: string) =>
  `coalesce((SELECT json_agg(json_build_object(${columns}) ORDER BY ${order}) FROM ${table} setting
    WHERE setting.client_id = scheme.client_id AND setting.scheme_id = scheme.id), '[]')`
const versionsJson = `coalesce((
  SELECT json_agg(json_build_object('until', version.until, 'pass', version.pass, 'labels', version.labels)
    ORDER BY version.until)
  FROM scheme_grade_versions version WHERE version.client_id = setting.client_id
    AND version.scheme_id = setting.scheme_id AND version.grade = setting.grade), '[]')`
const gradesJson = rowsOf(
  'scheme_grades',
  `'grade', setting.grade, 'pass', setting.pass, 'labels', setting.labels, 'versions', ${versionsJson}`,
  'setting.grade',
)
const sectionsJson = rowsOf(
  'scheme_sections',
  `'id', setting.id, 'name', setting.name, 'type', setting.type, 'ordering', setting.ordering,
   'visibility', setting.visibility`,
  'setting.ordering, setting.id',
)
const videosJson = rowsOf(
  'scheme_videos',
  `'id', setting.id, 'name', setting.name, 'url', setting.url, 'poster', setting.poster`,
  'setting.id',
)

/** SQL of the scheme that has $2 in a column. */
const schemeBy = (column: string) =>
  `SELECT scheme.id, scheme.slug, scheme.name, scheme.languages, scheme.revision, scheme.state,
     scheme.published,
     scheme.origin_client_id IS NULL AS own, ${gradesJson} AS grades, ${sectionsJson} AS sections,
     json_strip_nulls(${videosJson}) AS videos
   FROM schemes scheme WHERE scheme.client_id = $1 AND scheme.${column} = $2 AND scheme.deleted_at IS NULL`
const json = settings

const SCHEME_BY_ID = tenantStatement('curriculum/read-scheme-by-id', schemeBy('id'), { json })
const SCHEME_BY_SLUG = tenantStatement('curriculum/read-scheme-by-slug', schemeBy('slug'), { json })
const LOCK_SCHEME = tenantStatement(
  'curriculum/lock-scheme-with-settings',
  `${schemeBy('slug')} FOR UPDATE OF scheme`,
  { json },
)

/** A scheme of the client, without its nodes; `own` is false when it follows another client's scheme. */
export type OwnScheme = RowOf<typeof SCHEME_BY_ID>

/** Reads a scheme with its grades, sections and videos. */
export async function readScheme(tx: Tx, key: { slug: string } | { id: string }): Promise<OwnScheme | null> {
  const scheme =
    'slug' in key ? await findRow(tx, SCHEME_BY_SLUG, [key.slug]) : await findRow(tx, SCHEME_BY_ID, [key.id])
  return scheme ?? null
}

/** Reads a scheme like `readScheme`; its row stays locked in the transaction. */
export async function mustLockScheme(tx: Tx, slug: string): Promise<OwnScheme> {
  const scheme = await findRow(tx, LOCK_SCHEME, [slug])
  if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
  return scheme
}

/** Reads a scheme like `readScheme`; when there is none, refuses the request and names its `field`. */
export async function mustReadScheme(
  tx: Tx,
  key: { slug: string } | { id: string },
  { field = 'slug' }: { field?: string } = {},
): Promise<OwnScheme> {
  const scheme = await readScheme(tx, key)
  if (!scheme) throw new Refusal('NOT_FOUND', { field })
  return scheme
}

/** The content that would be published of a scheme now, and the tree from which its nodes come. */
export async function readContent(
  tx: Tx,
  trees: Trees,
  clientId: string,
  { name, languages, grades, sections, videos, id }: OwnScheme,
): Promise<{ content: Content; tree: Tree }> {
  const { tree } = await trees.live(tx, clientId, id)
  return { content: { name, languages, grades, sections, videos, nodes: inTreeOrder(tree).map(withoutOrigin) }, tree }
}

/** The text in a locale's language; when it is missing, in the source language, otherwise in any. */
export function wordsIn(words: Words, locale: string, source = 'en'): string {
  return words[languageOf(locale)] ?? words[source] ?? Object.values(words)[0] ?? ''
}

/**
 * A title before and after a change, in the reader's language or, when it is the same there, in the language that
 * changed.
 */
function titleChange(before: AuthorNode, after: AuthorNode, locale: string, source: string) {
  const [was, title] = [wordsIn(before.title, locale, source), wordsIn(after.title, locale, source)]
  if (was !== title) return { was, title }
  const languages = Object.keys({ ...before.title, ...after.title })
  const changed = languages.find((language) => (before.title[language] ?? '') !== (after.title[language] ?? '')) ?? ''
  return { was: before.title[changed] ?? '', title: after.title[changed] ?? title }
}

/** How many characters of a changed text are shown before and after. */
const TEXT_SHOWN = 120

/** The first text of a node that differs, before and after; of long texts the part in which they differ. */
function textChange(before: AuthorNode, after: AuthorNode): ChangeItem['text'] {
  for (const section of after.content) {
    const old = before.content.find(({ key }) => key === section.key)
    for (const [language, value] of Object.entries(section.value)) {
      if (old?.value[language] === value) continue
      const [was, now] = [textOfHtml(old?.value[language] ?? ''), textOfHtml(value)]
      if (was === now) continue
      let same = 0
      while (was[same] !== undefined && was[same] === now[same]) same++
      const from = Math.max(0, Math.min(same - TEXT_SHOWN / 4, Math.max(was.length, now.length) - TEXT_SHOWN))
      const shown = (text: string) =>
        `${from > 0 && text !== '' ? '…' : ''}${cutText(text.slice(from).replace(/^[\uDC00-\uDFFF]/, ''), TEXT_SHOWN)}${text.length > from + TEXT_SHOWN ? '…' : ''}`
      return { was: shown(was), now: shown(now) }
    }
  }
  return null
}

/** How many changes a description lists; it also counts them all. */
const MAX_ITEMS = 500

/**
 * Describes changes with titles in the reader's language, for the response (`within` is the title of the parent, `was`
 * the title before). `tree` is the newer tree; `oldTree` still has the removed nodes.
 */
export function describeChanges(changes: readonly Change[], tree: Tree, oldTree: Tree, locale: string): Changes {
  const titleOf = (id: string | null) => {
    const node = tree.nodes.get(id ?? '') ?? oldTree.nodes.get(id ?? '')
    return node ? wordsIn(node.title, locale, tree.source) : ''
  }
  const counts = { added: 0, removed: 0, moved: 0, changed: 0 }
  for (const { what } of changes) counts[what]++
  const items = changes.slice(0, MAX_ITEMS).map((change): ChangeItem => {
    const { what, node } = change
    const fields = what === 'changed' ? change.fields : []
    const titles =
      what === 'changed' && fields.includes('title') ? titleChange(change.was, node, locale, tree.source) : null
    return {
      what,
      id: node.id,
      t: node.t,
      title: titles?.title ?? wordsIn(node.title, locale, tree.source),
      within: titleOf(node.parentId),
      fields: [...fields],
      was: titles?.was ?? null,
      text: what === 'changed' ? textChange(change.was, node) : null,
    }
  })
  return { ...counts, items }
}
