import { followRevision, ownerLanguages } from '#domain/curriculum/relink.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import type { Words } from '#domain/curriculum/content.ts'
import { audit } from '#server/platform/audit.ts'
import { recalculateIfChanged } from '#server/curriculum/schemes/recalculate-if-changed.ts'
import type { RunBatch } from '#server/platform/jobs/batch.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { enqueueAuthorMail } from '#server/platform/mail/queue.ts'
import { createScheme, freeSlug, type NewNode } from '#server/curriculum/schemes/commands.ts'
import { compileTree, writeNodes } from '#server/curriculum/schemes/save-edits.ts'
import { Trees } from '#server/curriculum/schemes/trees.ts'
import { recordPassGrades } from '#server/curriculum/schemes/write-settings.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { recordSchemeFiles } from '#server/curriculum/schemes/used-files.ts'
import { mustReadScheme, wordsIn, type Content, type OwnScheme } from './content.ts'
import { copyNextFile, withOwnFiles } from './files.ts'
import { taskSubjectOf } from './subscriptions.ts'

// The tasks between a scheme's owner and its subscribers: mails about requests, mails about the answers, and updates
// of the subscribers' copies.

/** Splits the subject of a task, which `taskSubjectOf` makes. */
function parseTaskSubject(subject: string): [owner: string, schemeId: string] {
  const slash = subject.indexOf('/')
  return [subject.slice(0, slash), subject.slice(slash + 1)]
}

/**
 * Queues mails to the owner's authors about a subscription request. The mails belong to the owner, so they are written
 * in a transaction of the owner.
 */
export const askOwnerBatch: RunBatch = async ({ db, now }, clientId, task) => {
  const [owner, schemeId] = parseTaskSubject(task.subject)
  const { rows } = await inTenant(db, clientId, 'read', (tx) =>
    tx.query<{ client_name: string; message: string; asked_at: Date }>(
      // the request, unless it has ended or is approved already
      `SELECT client_name, message, asked_at FROM subscriptions
       WHERE client_id = $1 AND owner_id = $2 AND owner_scheme_id = $3 AND ended_at IS NULL
         AND NOT EXISTS (SELECT FROM subscription_grants answer WHERE answer.client_id = $2 AND answer.scheme_id = $3
           AND answer.subscriber_id = $1 AND answer.approved)`,
      [clientId, owner, schemeId],
    ),
  )
  const [request] = rows
  if (request) {
    await inTenant(db, owner, 'write', async (ownerTx) => {
      const { rows: schemes } = await ownerTx.query<{ name: Words }>(
        'SELECT name FROM schemes WHERE id = $1 AND published AND deleted_at IS NULL',
        [schemeId],
      )
      const [scheme] = schemes
      if (!scheme) return
      await enqueueAuthorMail(ownerTx, owner, new Date(now()), {
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

/** Queues an update of every subscriber's copy, and mails to subscribers about the owner's answer. */
export const notifySubscribersBatch: RunBatch = async ({ db, now }, clientId, task) => {
  const after = (task.position as string | null) ?? ''
  const { rows } = await inTenant(db, clientId, 'read', (tx) =>
    tx.query<{
      subscriber: string
      approved: boolean
      decided_at: Date
      name: Words
      client: string
    }>(
      // the next subscribers that have an answer, with the owner's name (`client`)
      `SELECT subscription.client_id AS subscriber, answer.approved, answer.decided_at, scheme.name,
         owner.name AS client
       FROM subscriptions subscription
       JOIN subscription_grants answer ON answer.client_id = subscription.owner_id
         AND answer.scheme_id = subscription.owner_scheme_id AND answer.subscriber_id = subscription.client_id
       JOIN schemes scheme ON scheme.client_id = subscription.owner_id AND scheme.id = subscription.owner_scheme_id
       JOIN clients owner ON owner.client_id = subscription.owner_id
       WHERE subscription.owner_id = $1 AND subscription.owner_scheme_id = $2 AND subscription.ended_at IS NULL
         AND subscription.client_id > $3 ORDER BY subscription.client_id LIMIT ${BATCH_SIZE}`,
      [clientId, task.subject, after],
    ),
  )
  const nowMs = now()
  for (const { subscriber, approved, decided_at, name, client } of rows) {
    await inTenant(db, subscriber, 'write', async (subscriberTx) => {
      const subject = taskSubjectOf(clientId, task.subject)
      if (approved)
        await enqueueTask(subscriberTx, subscriber, { kind: 'follow', subject, dueMs: nowMs, nowMs, by: null })
      await enqueueAuthorMail(subscriberTx, subscriber, new Date(nowMs), {
        kind: approved ? 'subscription-approved' : 'subscription-declined',
        subscription: { once: `${subject}/${decided_at.toISOString()}`, other: client, scheme: wordsIn(name, 'en') },
      })
    })
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
  // the lock prevents two tasks from creating two copies
  await tx.query(
    'SELECT FROM subscriptions WHERE client_id = $1 AND owner_id = $2 AND owner_scheme_id = $3 FOR UPDATE',
    [clientId, owner, schemeId],
  )
  // row-level security hides the revisions when the subscription has ended or was never approved
  const { rows } = await tx.query<{ number: number; content: Content }>(
    `SELECT number, content FROM published_revisions WHERE client_id = $1 AND scheme_id = $2
     ORDER BY number DESC LIMIT 1`,
    [owner, schemeId],
  )
  const [newest] = rows
  if (!newest) return null
  const { rows: copies } = await tx.query<{ id: string; followed: number; deleted: boolean }>(
    `SELECT id, followed, deleted_at IS NOT NULL AS deleted FROM schemes
     WHERE client_id = $1 AND origin_client_id = $2 AND origin_scheme_id = $3 FOR UPDATE`,
    [clientId, owner, schemeId],
  )
  const [copy] = copies
  if (copy && (copy.deleted || copy.followed >= newest.number)) return null
  const content = await withOwnFiles(tx, clientId, { owner, schemeId }, newest.content)
  const id = copy?.id ?? (await makeCopy(tx, clientId, content))
  const languages = ownerLanguages(content.nodes, content.languages)
  await tx.query(
    `UPDATE schemes SET origin_client_id = $2, origin_scheme_id = $3, origin_languages = $4, followed = $5
     WHERE id = $1`,
    [id, owner, schemeId, languages, newest.number],
  )
  await tx.query(
    'UPDATE subscriptions SET followed = $4 WHERE client_id = $1 AND owner_id = $2 AND owner_scheme_id = $3',
    [clientId, owner, schemeId, newest.number],
  )
  if (copy)
    await updateCopy(tx, clientId, await mustReadScheme(tx, { id }), content, { scheme: schemeId, languages }, nowMs)
  await recordSchemeFiles(tx, clientId, id, content)
  const { slug, revision } = await mustReadScheme(tx, { id })
  const entry = { userId: null, action: 'follow', entity: 'scheme', entityId: id }
  await audit(tx, clientId, { ...entry, after: { owner, number: newest.number, revision } })
  return { slug, revision }
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
  await insertGradeVersions(tx, clientId, id, grades)
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

/**
 * Writes the next revision of a copy with the owner's changes; the client's own translations stay. `source` names the
 * owner's scheme and the languages whose texts are the owner's.
 */
async function updateCopy(
  tx: Tx,
  clientId: string,
  scheme: OwnScheme,
  content: Content,
  source: { scheme: string; languages: string[] },
  nowMs: number,
): Promise<void> {
  const { id } = scheme
  // a new cache for one tree, because the worker that runs the tasks has no cache of trees
  const { tree: before } = await new Trees().live(tx, clientId, id)
  const after = followRevision(before, { ...source, nodes: content.nodes })
  await replaceSettings(tx, clientId, scheme, content)
  await writeNodes(tx, clientId, { id, grades: content.grades }, before, after)
  await recordPassGrades(tx, id)
  const locales = [...new Set([...content.languages, ...scheme.languages])]
  // `relinked_revision` makes open editors load the tree anew
  await tx.query(
    `UPDATE schemes SET name = $2, languages = $3, revision = revision + 1, relinked_revision = revision + 1
     WHERE id = $1`,
    [id, content.name, locales],
  )
  await recalculateIfChanged(tx, clientId, compileTree(after, content.grades), { schemeId: id, nowMs, by: null })
}

/** Copies the earlier versions of the owner's grade scales, so that old marks keep their labels. */
async function insertGradeVersions(
  tx: Tx,
  clientId: string,
  schemeId: string,
  grades: Content['grades'],
): Promise<void> {
  const versions = grades.flatMap((scale) => scale.versions.map((version) => ({ grade: scale.grade, ...version })))
  await tx.query(
    `INSERT INTO scheme_grade_versions (client_id, scheme_id, grade, until, pass, labels)
     SELECT $1, $2, grade, until, pass, nullif(labels, 'null')
     FROM jsonb_to_recordset($3) AS version (grade int, until bigint, pass int, labels jsonb) ON CONFLICT DO NOTHING`,
    [clientId, schemeId, JSON.stringify(versions)],
  )
}

/** Replaces the grade scales, sections and videos that differ from the owner's. */
async function replaceSettings(tx: Tx, clientId: string, scheme: OwnScheme, content: Content): Promise<void> {
  const { id } = scheme
  const columns = {
    grades: 'grade, pass, labels',
    sections: 'id, name, type, ordering, visibility',
    videos: 'id, name, url, poster',
  } as const
  for (const key of ['grades', 'sections', 'videos'] as const) {
    if (canonicalJson(scheme[key]) === canonicalJson(content[key])) continue
    await tx.query(`DELETE FROM scheme_${key} WHERE scheme_id = $1`, [id])
    await tx.query(
      `INSERT INTO scheme_${key} (client_id, scheme_id, ${columns[key]})
       SELECT $1, $2, ${columns[key]} FROM jsonb_populate_recordset(NULL::scheme_${key}, $3)`,
      [clientId, id, JSON.stringify(content[key])],
    )
    if (key === 'grades') await insertGradeVersions(tx, clientId, id, content.grades)
  }
}
