import type { Publication } from '#contract/curriculum/sharing.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { diffTrees } from '#domain/curriculum/tree-diff.ts'
import { treeOf } from '#domain/curriculum/tree.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { withdrawScheme } from '#server/curriculum/schemes/commands.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { Content, describeChanges, mustLockScheme, mustReadScheme, readContent, type OwnScheme } from './content.ts'
import { publishFiles } from './files.ts'
import { readSubscribers } from './subscriptions.ts'

/** The fields of a published revision besides its nodes. */
const OTHER_FIELDS = ['name', 'languages', 'grades', 'sections', 'videos'] as const

const NEWEST_REVISION = tenantStatement(
  'curriculum/read-newest-revision',
  `SELECT number, content FROM published_revisions WHERE client_id = $1 AND scheme_id = $2
   ORDER BY number DESC LIMIT 1`,
  { json: { content: Content } },
)

/** Compares the live scheme with its newest published revision (`newest`). */
async function compareWithPublished(tx: Tx, trees: Trees, clientId: string, scheme: OwnScheme) {
  // undefined when nothing was published yet
  const newest = await findRow(tx, NEWEST_REVISION, [scheme.id])
  const { content } = await readContent(tx, trees, clientId, scheme)
  const source = languageOf(scheme.languages[0] ?? 'en')
  const [before, after] = [treeOf(newest?.content.nodes ?? [], [], source), treeOf(content.nodes, [], source)]
  const changes = diffTrees(before, after)
  const changedFields = newest
    ? OTHER_FIELDS.filter((key) => canonicalJson(newest.content[key]) !== canonicalJson(content[key]))
    : []
  return { newest, content, before, after, changes, changedFields }
}

const LIST_REVISIONS = tenantStatement(
  'curriculum/list-published-revisions',
  `SELECT number, notes, published_at FROM published_revisions WHERE client_id = $1 AND scheme_id = $2
   ORDER BY number DESC LIMIT 100`,
)

/** What is published of a scheme, what has changed since, and who subscribes to it. */
export async function readPublication(tx: Tx, trees: Trees, session: Session, slug: string): Promise<Publication> {
  const { clientId, language } = session
  const scheme = await mustReadScheme(tx, { slug })
  const { before, after, changes, changedFields } = await compareWithPublished(tx, trees, clientId, scheme)
  const revisions = await queryRows(tx, LIST_REVISIONS, [scheme.id])
  return {
    published: scheme.published,
    revision: scheme.revision,
    revisions: revisions.map((row) => ({ ...row, published_at: row.published_at.toISOString() })),
    changes: describeChanges(changes, after, before, language),
    about: changedFields,
    subscribers: await readSubscribers(tx, language, scheme.id),
  }
}

const INSERT_REVISION = tenantStatement(
  'curriculum/insert-published-revision',
  `INSERT INTO published_revisions (client_id, scheme_id, number, revision, notes, content, published_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
)

/** Writes the entry in the catalogue of other clients; the client's own name comes from `clients`. */
const PUT_IN_CATALOGUE = tenantStatement(
  'curriculum/put-in-catalogue',
  `INSERT INTO published_schemes (client_id, scheme_id, client_name,
     slug, name, languages, number, notes, levels, skills, published_at)
   SELECT $1, $2, name, $3, $4, $5, $6, $7, $8, $9, $10 FROM clients WHERE client_id = $1
   ON CONFLICT (client_id, scheme_id) DO UPDATE SET client_name = excluded.client_name, slug = excluded.slug,
     name = excluded.name, languages = excluded.languages, number = excluded.number, notes = excluded.notes,
     levels = excluded.levels, skills = excluded.skills, published_at = excluded.published_at, withdrawn_at = NULL
   RETURNING client_id`,
)

const SET_PUBLISHED = tenantStatement(
  'curriculum/set-scheme-published',
  'UPDATE schemes SET published = true WHERE client_id = $1 AND id = $2',
)

/** Publishes the live revision to subscribers; refused when it is no longer the revision that the author has read. */
export async function publish(
  tx: Tx,
  trees: Trees,
  { clientId, userId }: { clientId: string; userId: string | null },
  slug: string,
  { notes, revision, at }: { notes: string; revision: number; at: Date },
): Promise<void> {
  const scheme = await mustLockScheme(tx, slug)
  if (!scheme.own) throw new Refusal('EDIT_REFUSED', { detail: 'NOT_OWNER', field: 'slug' })
  if (scheme.state === 'draft') throw new Refusal('SCHEME_STATE', { detail: 'IS_DRAFT', field: 'slug' })
  if (scheme.revision !== revision) throw new Refusal('EDIT_CONFLICT', { field: 'revision' })
  const { newest, content, changes, changedFields } = await compareWithPublished(tx, trees, clientId, scheme)
  if (scheme.published && changes.length + changedFields.length === 0)
    throw new Refusal('EDIT_REFUSED', { detail: 'NOTHING_TO_PUBLISH', field: 'slug' })
  const number = (newest?.number ?? 0) + 1
  await execute(tx, INSERT_REVISION, [scheme.id, number, revision, notes, JSON.stringify(content), at])
  await publishFiles(tx, clientId, scheme.id, content, at.getTime())
  const countNodes = (t: string) => content.nodes.filter((node) => node.t === t).length
  const [levels, skills] = [countNodes('l'), countNodes('s')]
  const { name, languages } = scheme
  await execute(tx, PUT_IN_CATALOGUE, [scheme.id, slug, name, languages, number, notes, levels, skills, at])
  await execute(tx, SET_PUBLISHED, [scheme.id])
  await audit(tx, {
    userId,
    action: 'publish',
    entity: 'scheme',
    entityId: scheme.id,
    after: { number, revision, notes },
  })
  const nowMs = at.getTime()
  await enqueueTask(tx, { kind: 'notify-subscribers', subject: scheme.id, dueMs: nowMs, nowMs, by: userId })
}

/** Removes a scheme from the catalogue of other clients. */
export async function withdrawPublication(tx: Tx, session: Session, slug: string, at: Date): Promise<void> {
  const scheme = await mustLockScheme(tx, slug)
  if (!(await withdrawScheme(tx, scheme.id, at))) throw new Refusal('NOT_FOUND', { field: 'slug' })
  const entry = { action: 'withdraw', entity: 'scheme', entityId: scheme.id }
  await audit(tx, { userId: session.userId, ...entry })
}
