import { followNode, followRevision, ownerLanguages } from '#domain/curriculum/relink.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { audit } from '#server/platform/audit.ts'
import { queueRecalculation, recalculateIfChanged } from '#server/curriculum/schemes/recalculate-if-changed.ts'
import type { RunBatch } from '#server/platform/jobs/batch.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { enqueueAuthorMail } from '#server/platform/mail/queue.ts'
import { createScheme, freeSlug, type NewNode } from '#server/curriculum/schemes/commands.ts'
import { compileTree, writeChangedNodes, writeNodes } from '#server/curriculum/schemes/save-edits.ts'
import { readNodes, Trees } from '#server/curriculum/schemes/trees.ts'
import { recordPassGrades } from '#server/curriculum/settings/write-settings.ts'
import {
  execute,
  findRow,
  queryRows,
  tenantStatement,
  tenantStatements,
  type RowOf,
} from '#server/platform/sql/statement.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { StoredWords } from '#server/curriculum/schemes/stored-json.ts'
import { recordSchemeFiles } from '#server/curriculum/schemes/used-files.ts'
import { mustReadScheme, wordsIn, type Content, type OwnScheme } from './content.ts'
import { copyNextFile, withOwnFiles } from './files.ts'
import { changesSince, readContent, type NodeChanges, type Revision } from './revision-changes.ts'
import { isSubscribedTo, taskSubjectOf } from './subscriptions.ts'

// The tasks between a scheme's owner and its subscribers: mails about requests, mails about the answers, and updates
// of the subscribers' copies.

/** Splits the subject of a task, which `taskSubjectOf` makes. */
function parseTaskSubject(subject: string): [owner: string, schemeId: string] {
  const slash = subject.indexOf('/')
  return [subject.slice(0, slash), subject.slice(slash + 1)]
}

/** The request, unless it has ended or is approved already. */
const OPEN_REQUEST = tenantStatement(
  'curriculum/find-open-request',
  `SELECT client_name, message, asked_at FROM subscriptions
   WHERE client_id = $1 AND owner_id = $2 AND owner_scheme_id = $3 AND ended_at IS NULL
     AND NOT EXISTS (SELECT FROM subscription_grants answer WHERE answer.client_id = $2 AND answer.scheme_id = $3
       AND answer.subscriber_id = $1 AND answer.approved)`,
  { readsShared: true },
)

const NAME_OF_PUBLISHED = tenantStatement(
  'curriculum/read-name-of-published',
  'SELECT name FROM schemes WHERE client_id = $1 AND id = $2 AND published AND deleted_at IS NULL',
  { json: { name: StoredWords } },
)

/**
 * Queues mails to the owner's authors about a subscription request. The mails belong to the owner, so they are written
 * in a transaction of the owner.
 */
export const askOwnerBatch: RunBatch = async ({ db, now }, clientId, task) => {
  const [owner, schemeId] = parseTaskSubject(task.subject)
  const request = await inTenant(db, clientId, 'read', (tx) => findRow(tx, OPEN_REQUEST, [owner, schemeId]))
  if (request) {
    await inTenant(db, owner, 'write', async (ownerTx) => {
      const scheme = await findRow(ownerTx, NAME_OF_PUBLISHED, [schemeId])
      if (!scheme) return
      await enqueueAuthorMail(ownerTx, new Date(now()), {
        kind: 'subscription-asked',
        // `once` keeps a repeated batch from queueing the mail again
        subscription: {
          once: `${clientId}/${schemeId}/${request.asked_at.toISOString()}`,
          other: request.client_name,
          scheme: wordsIn(scheme.name, 'en'),
          message: request.message,
        },
      })
    })
  }
  return async () => ({ finished: true, announcement: null })
}

/** Subscribers per batch. Each subscriber's rows are written in a transaction of that client. */
const BATCH_SIZE = 20

/** The next subscribers that have an answer, with the owner's name (`client`). */
const NEXT_SUBSCRIBERS = tenantStatement(
  'curriculum/list-next-subscribers',
  `SELECT subscription.client_id AS subscriber, answer.approved, answer.decided_at, scheme.name,
     owner.name AS client
   FROM subscriptions subscription
   JOIN subscription_grants answer ON answer.client_id = subscription.owner_id
     AND answer.scheme_id = subscription.owner_scheme_id AND answer.subscriber_id = subscription.client_id
   JOIN schemes scheme ON scheme.client_id = $1 AND scheme.id = subscription.owner_scheme_id
   JOIN clients owner ON owner.client_id = $1
   WHERE subscription.owner_id = $1 AND subscription.owner_scheme_id = $2 AND subscription.ended_at IS NULL
     AND subscription.client_id > $3 ORDER BY subscription.client_id LIMIT ${BATCH_SIZE}`,
  { json: { name: StoredWords }, readsShared: true },
)

/** Queues an update of every subscriber's copy, and mails to subscribers about the owner's answer. */
export const notifySubscribersBatch: RunBatch = async ({ db, now }, clientId, task) => {
  const after = (task.position as string | null) ?? ''
  const rows = await inTenant(db, clientId, 'read', (tx) => queryRows(tx, NEXT_SUBSCRIBERS, [task.subject, after]))
  const nowMs = now()
  for (const { subscriber, approved, decided_at, name, client } of rows) {
    const subject = taskSubjectOf(clientId, task.subject)
    await inTenant(db, subscriber, 'write', (subscriberTx) =>
      Promise.all([
        approved ? enqueueTask(subscriberTx, { kind: 'follow', subject, dueMs: nowMs, nowMs, by: null }) : null,
        enqueueAuthorMail(subscriberTx, new Date(nowMs), {
          kind: approved ? 'subscription-approved' : 'subscription-declined',
          subscription: { once: `${subject}/${decided_at.toISOString()}`, other: client, scheme: wordsIn(name, 'en') },
        }),
      ]),
    )
  }
  return async () => {
    task.done += rows.length
    task.position = rows.at(-1)?.subscriber ?? after
    return { finished: rows.length < BATCH_SIZE, announcement: null }
  }
}

/** Updates the client's copy of another client's scheme to its newest published revision. */
export const followBatch: RunBatch = async ({ db, files, now }, clientId, task) => {
  const [owner, schemeId] = parseTaskSubject(task.subject)
  const nowMs = now()
  // the scheme's files are copied first, one per batch
  const writeCopiedFile = await copyNextFile({ db, files, nowMs }, clientId, { owner, schemeId })
  if (writeCopiedFile)
    return async (tx) => {
      const remaining = await writeCopiedFile(tx)
      task.done += 1
      task.total = task.done + remaining
      return { finished: false, announcement: null }
    }
  return async (tx) => {
    const updated = await followScheme(tx, clientId, task.subject, nowMs)
    return {
      finished: true,
      announcement: updated ? { clientId, clubs: [], parents: [], schemes: [[updated.slug, updated.revision]] } : null,
    }
  }
}

const LOCK_SUBSCRIPTION = tenantStatement(
  'curriculum/lock-subscription',
  'SELECT FROM subscriptions WHERE client_id = $1 AND owner_id = $2 AND owner_scheme_id = $3 FOR UPDATE',
)

/** None when the subscription has ended or was never approved. */
const REVISION_TO_FOLLOW = tenantStatement(
  'curriculum/read-revision-to-follow',
  `SELECT number, published_at FROM published_revisions WHERE client_id = $2 AND client_id <> $1 AND scheme_id = $3
     AND ${isSubscribedTo('published_revisions')} ORDER BY number DESC LIMIT 1`,
  { readsShared: true, prepare: true },
)

const LOCK_COPY = tenantStatement(
  'curriculum/lock-copy-of-scheme',
  `SELECT id, slug, revision, languages, followed, calculated_hash, deleted_at IS NOT NULL AS deleted FROM schemes
   WHERE client_id = $1 AND origin_client_id = $2 AND origin_scheme_id = $3 FOR UPDATE`,
)

const SET_FOLLOWED = tenantStatement(
  'curriculum/set-origin-of-copy',
  `UPDATE schemes SET origin_client_id = $3, origin_scheme_id = $4, origin_languages = $5, followed = $6
   WHERE client_id = $1 AND id = $2`,
)

const SET_SUBSCRIPTION_FOLLOWED = tenantStatement(
  'curriculum/set-subscription-followed',
  'UPDATE subscriptions SET followed = $4 WHERE client_id = $1 AND owner_id = $2 AND owner_scheme_id = $3',
)

/**
 * Creates or updates the client's copy of the scheme that a subscription is about; returns the copy's slug and
 * revision, or null when there is nothing to do. `subject` is that of the task (`taskSubjectOf`).
 */
export async function followScheme(
  tx: Tx,
  clientId: string,
  subject: string,
  nowMs: number,
): Promise<{ slug: string; revision: number } | null> {
  const [owner, schemeId] = parseTaskSubject(subject)
  const [, newest, copy] = await Promise.all([
    // the lock prevents two tasks from creating two copies
    execute(tx, LOCK_SUBSCRIPTION, [owner, schemeId]),
    findRow(tx, REVISION_TO_FOLLOW, [owner, schemeId]),
    findRow(tx, LOCK_COPY, [owner, schemeId]),
  ])
  if (!newest || (copy && (copy.deleted || (copy.followed ?? 0) >= newest.number))) return null
  const revision = { owner, schemeId, number: newest.number, publishedAt: newest.published_at }
  if (copy?.followed) {
    const changes = await changesSince(tx, copy.followed, revision)
    if (changes.kind === 'nodes') return changeNodes(tx, copy, revision, changes, nowMs)
  }
  return followWhole(tx, clientId, copy?.id ?? null, revision, nowMs)
}

/** Records which revision a copy has, and that in the audit log. */
async function recordFollowed(
  tx: Tx,
  id: string,
  { owner, schemeId, number }: Revision,
  copy: { languages: string[]; revision: number },
): Promise<void> {
  const entry = { userId: null, action: 'follow', entity: 'scheme', entityId: id }
  await Promise.all([
    execute(tx, SET_FOLLOWED, [id, owner, schemeId, copy.languages, number]),
    execute(tx, SET_SUBSCRIPTION_FOLLOWED, [owner, schemeId, number]),
    audit(tx, { ...entry, after: { owner, number, revision: copy.revision } }),
  ])
}

/** Creates the copy, or compares and updates the whole of it. */
async function followWhole(
  tx: Tx,
  clientId: string,
  copyId: string | null,
  revision: Revision,
  nowMs: number,
): Promise<{ slug: string; revision: number }> {
  const { owner, schemeId } = revision
  const content = await withOwnFiles(tx, { owner, schemeId }, await readContent(tx, revision))
  const id = copyId ?? (await makeCopy(tx, clientId, content))
  const languages = ownerLanguages(content.nodes, content.languages)
  const nodes = copyId
    ? await updateCopy(tx, clientId, await mustReadScheme(tx, { id }), content, { scheme: schemeId, languages }, nowMs)
    : content.nodes
  await recordSchemeFiles(tx, id, { nodes, videos: content.videos })
  const copy = await mustReadScheme(tx, { id })
  await recordFollowed(tx, id, revision, { languages, revision: copy.revision })
  return { slug: copy.slug, revision: copy.revision }
}

/** Updates the nodes of a copy that the owner has changed; reads no others. */
async function changeNodes(
  tx: Tx,
  copy: RowOf<typeof LOCK_COPY>,
  revision: Revision,
  changes: NodeChanges,
  nowMs: number,
): Promise<{ slug: string; revision: number }> {
  const { id } = copy
  const { content, ownerLanguages: languages } = changes
  const before = await readNodes(
    tx,
    id,
    changes.changed.map(({ node }) => node.id),
  )
  const source = { scheme: revision.schemeId, languages }
  const changed = changes.changed.map(({ node, position }) => ({
    node: followNode(before.get(node.id), node, source, languageOf(copy.languages[0] ?? 'en')),
    position,
  }))
  const next = copy.revision + 1
  const rulesDiffer = copy.calculated_hash !== changes.rulesHash
  await Promise.all([
    writeChangedNodes(tx, { id, grades: content.grades }, before, { changed, deleted: changes.deleted }, nowMs),
    execute(tx, UPDATE_COPY, [id, content.name, [...new Set([...content.languages, ...copy.languages])]]),
    recordFollowed(tx, id, revision, { languages, revision: next }),
    rulesDiffer ? queueRecalculation(tx, { schemeId: id, nowMs, by: null }) : null,
  ])
  return { slug: copy.slug, revision: next }
}

async function makeCopy(tx: Tx, clientId: string, content: Content): Promise<string> {
  const { name, languages, grades, sections, videos, nodes } = content
  const id = crypto.randomUUID()
  const sourceLanguage = languages[0]?.slice(0, 2)
  await createScheme(tx, clientId, /* by user */ null, {
    id,
    slug: await freeSlug(tx, wordsIn(name, sourceLanguage ?? 'en', sourceLanguage)),
    name,
    languages,
    grades,
    sections,
    videos,
    nodes: nodes.map(toNewNode),
  })
  await insertGradeVersions(tx, id, grades)
  return id
}

/** A published node without what belongs to the owner's scheme only. */
function toNewNode({ pins: _, origin: __, ...node }: AuthorNode): NewNode {
  return {
    ...node,
    title: { ...node.title },
    completion: node.completion && { ids: [...node.completion.ids], count: node.completion.count },
    required: [...node.required],
    content: node.content.map((section) => ({ ...section, title: { ...section.title }, value: { ...section.value } })),
    videos: [...node.videos],
  }
}

/** `relinked_revision` makes open editors load the tree anew. */
const UPDATE_COPY = tenantStatement(
  'curriculum/update-copy-of-scheme',
  `UPDATE schemes SET name = $3, languages = $4, revision = revision + 1, relinked_revision = revision + 1
   WHERE client_id = $1 AND id = $2`,
)

/** Nodes whose languages are those of the scheme keep them when the scheme's become $3, and are compared by them. */
const KEEP_LANGUAGES_OF_NODES = tenantStatement(
  'curriculum/keep-languages-of-nodes',
  `UPDATE scheme_nodes node SET origin_languages = scheme.origin_languages FROM schemes scheme
   WHERE node.client_id = $1 AND node.scheme_id = $2 AND node.origin_languages IS NULL
     AND scheme.client_id = $1 AND scheme.id = $2 AND scheme.origin_languages <> $3`,
)

/**
 * Writes the next revision of a copy with the owner's changes; the client's own translations stay. `source` names the
 * owner's scheme and the languages whose texts are the owner's. Returns the copy's nodes.
 */
async function updateCopy(
  tx: Tx,
  clientId: string,
  scheme: OwnScheme,
  content: Content,
  source: { scheme: string; languages: string[] },
  nowMs: number,
): Promise<Iterable<AuthorNode>> {
  const { id } = scheme
  await execute(tx, KEEP_LANGUAGES_OF_NODES, [id, source.languages])
  // a new cache for one tree, because the worker that runs the tasks has no cache of trees
  const { tree: before } = await new Trees().live(tx, clientId, id)
  const after = followRevision(before, { ...source, nodes: content.nodes })
  const hasNewGrades = await replaceSettings(tx, scheme, content)
  await writeNodes(tx, { id, grades: content.grades }, before, after, nowMs)
  // those of changed nodes are written with them
  if (hasNewGrades) await recordPassGrades(tx, id)
  const locales = [...new Set([...content.languages, ...scheme.languages])]
  await execute(tx, UPDATE_COPY, [id, content.name, locales])
  await recalculateIfChanged(tx, compileTree(after, content.grades), { schemeId: id, nowMs, by: null })
  return after.nodes.values()
}

const INSERT_GRADE_VERSIONS = tenantStatement(
  'curriculum/insert-grade-versions',
  `INSERT INTO scheme_grade_versions (client_id, scheme_id, grade, until, pass, labels)
   SELECT $1, $2, grade, until, pass, nullif(labels, 'null')
   FROM jsonb_to_recordset($3) AS version (grade int, until bigint, pass int, labels jsonb) ON CONFLICT DO NOTHING
   RETURNING client_id`,
)

/** Copies the earlier versions of the owner's grade scales, so that old marks keep their labels. */
async function insertGradeVersions(tx: Tx, schemeId: string, grades: Content['grades']): Promise<void> {
  const versions = grades.flatMap((scale) => scale.versions.map((version) => ({ grade: scale.grade, ...version })))
  await execute(tx, INSERT_GRADE_VERSIONS, [schemeId, JSON.stringify(versions)])
}

/** The columns of the tables of settings, besides the client's and the scheme's ids. */
const SETTINGS = {
  grades: { table: 'scheme_grades', columns: 'grade, pass, labels' },
  sections: { table: 'scheme_sections', columns: 'id, name, type, ordering, visibility' },
  videos: { table: 'scheme_videos', columns: 'id, name, url, poster' },
} as const

const DELETE_SETTINGS = tenantStatements(
  'curriculum/delete-settings-of-scheme',
  SETTINGS,
  ({ table }) => `DELETE FROM ${table} WHERE client_id = $1 AND scheme_id = $2`,
)

export const INSERT_SETTINGS = tenantStatements(
  'curriculum/insert-settings-of-scheme',
  SETTINGS,
  ({ table, columns }) =>
    `INSERT INTO ${table} (client_id, scheme_id, ${columns})
     SELECT $1, $2, ${columns} FROM jsonb_populate_recordset(NULL::${table}, $3) RETURNING client_id`,
)

/** Replaces the grade scales, sections and videos that differ from the owner's; true when the scales did. */
async function replaceSettings(tx: Tx, scheme: OwnScheme, content: Content): Promise<boolean> {
  const { id } = scheme
  let hasNewGrades = false
  for (const key of ['grades', 'sections', 'videos'] as const) {
    if (canonicalJson(scheme[key]) === canonicalJson(content[key])) continue
    await execute(tx, DELETE_SETTINGS[key], [id])
    await execute(tx, INSERT_SETTINGS[key], [id, JSON.stringify(content[key])])
    if (key === 'grades') {
      await insertGradeVersions(tx, id, content.grades)
      hasNewGrades = true
    }
  }
  return hasNewGrades
}
