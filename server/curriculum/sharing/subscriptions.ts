import type { CatalogueEntry, Subscriber } from '#contract/curriculum/sharing.ts'
import { StoredWords } from '#server/curriculum/schemes/stored-json.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { mustReadScheme, wordsIn } from './content.ts'

/** Who acts: a user, or the operator's command line, which has no user. */
interface Actor {
  clientId: string
  userId: string | null
}

/**
 * SQL of the state of a row `subscription`, which the subscriber writes, with the row `answer`, which the owner writes.
 * `JOIN_ANSWER` joins that row.
 */
const STATE = `CASE WHEN subscription.client_id IS NULL THEN 'none' WHEN subscription.ended_at IS NOT NULL THEN 'ended'
  WHEN answer.approved THEN 'subscribed'
  WHEN answer.decided_at >= subscription.asked_at THEN 'declined' ELSE 'asked' END`
const JOIN_ANSWER = `LEFT JOIN subscription_grants answer ON answer.client_id = subscription.owner_id
  AND answer.scheme_id = subscription.owner_scheme_id AND answer.subscriber_id = subscription.client_id`

/**
 * SQL condition: client $1 subscribes to the scheme of a row `published`, and the owner has approved it. Row-level
 * security says the same, except on a cluster, where no policy may look into another table
 * (docs/operate/large-client.md).
 */
export const isSubscribedTo = (published: string) => `EXISTS (SELECT FROM subscriptions subscription ${JOIN_ANSWER}
     WHERE subscription.client_id = $1 AND subscription.owner_id = ${published}.client_id
       AND subscription.owner_scheme_id = ${published}.scheme_id AND subscription.ended_at IS NULL AND answer.approved)`

/** The subject of tasks that are about one scheme of another client: `<owner>/<scheme>`. */
export function taskSubjectOf(owner: string, schemeId: string): string {
  return `${owner}/${schemeId}`
}

const SUBSCRIBERS = tenantStatement(
  'curriculum/list-subscribers',
  `SELECT subscription.client_id, subscription.client_name, scheme.slug AS scheme_slug, scheme.name, scheme.languages,
     ${STATE} AS state, subscription.message, subscription.asked_at, subscription.followed
   FROM subscriptions subscription
   JOIN schemes scheme ON scheme.client_id = $1 AND scheme.id = subscription.owner_scheme_id
     AND scheme.deleted_at IS NULL
   ${JOIN_ANSWER}
   WHERE subscription.owner_id = $1 AND ($2::uuid IS NULL OR subscription.owner_scheme_id = $2)
   ORDER BY ${STATE} <> 'asked', subscription.client_name, scheme.slug`,
  { json: { name: StoredWords }, readsShared: true },
)

/**
 * The clients that subscribe, ask to subscribe or did so earlier, for one scheme of the client or for all; nobody can be
 * answered about a deleted one. Open requests come first.
 */
export async function readSubscribers(tx: Tx, locale: string, schemeId: string | null): Promise<Subscriber[]> {
  const rows = await queryRows(tx, SUBSCRIBERS, [schemeId])
  return rows.map(({ name, languages, asked_at, ...row }) => ({
    ...row,
    scheme_name: wordsIn(name, locale, languages[0]?.slice(0, 2)),
    asked_at: asked_at.toISOString(),
  }))
}

/** A scheme is in `published`, in the client's `own_copy`, or in both. */
const CATALOGUE = tenantStatement(
  'curriculum/list-catalogue',
  `SELECT coalesce(published.client_id, own_copy.origin_client_id, '') AS client_id,
     coalesce(published.client_name, '') AS client_name,
     coalesce(published.scheme_id::text, own_copy.origin_scheme_id::text, '') AS scheme_uuid,
     coalesce(published.name, own_copy.name, '{}') AS names,
     coalesce(published.languages, own_copy.languages, '{}') AS languages,
     coalesce(published.levels, 0) AS levels, coalesce(published.skills, 0) AS skills,
     coalesce(published.number, own_copy.followed, 0) AS number, coalesce(published.notes, '') AS notes,
     published.published_at, published.client_id IS NOT NULL AS published,
     ${STATE} AS state, own_copy.slug, own_copy.followed
   FROM (SELECT * FROM published_schemes WHERE client_id <> $1) published
   FULL JOIN (SELECT * FROM schemes
       WHERE client_id = $1 AND origin_client_id IS NOT NULL AND deleted_at IS NULL) own_copy
     ON own_copy.origin_client_id = published.client_id AND own_copy.origin_scheme_id = published.scheme_id
   LEFT JOIN subscriptions subscription ON subscription.client_id = $1
     AND subscription.owner_id = coalesce(published.client_id, own_copy.origin_client_id)
     AND subscription.owner_scheme_id = coalesce(published.scheme_id, own_copy.origin_scheme_id)
   ${JOIN_ANSWER}
   ORDER BY client_name, scheme_uuid`,
  { json: { names: StoredWords }, readsShared: true },
)

/**
 * The schemes that other clients have published, each with the state of this client's subscription. Withdrawn ones are
 * listed only if the client has a copy.
 */
export async function readCatalogue(tx: Tx, locale: string): Promise<CatalogueEntry[]> {
  const rows = await queryRows(tx, CATALOGUE)
  return rows.map(({ names, published_at, ...row }) => ({
    ...row,
    name: wordsIn(names, locale, row.languages[0]?.slice(0, 2)),
    published_at: published_at?.toISOString() ?? '',
  }))
}

const PUBLISHED_SCHEME = tenantStatement(
  'curriculum/find-published-scheme',
  // a scheme of another client, with the name of the one that asks
  `SELECT clients.name AS subscriber FROM published_schemes published
   JOIN clients ON clients.client_id = $1
   WHERE published.client_id = $2 AND published.client_id <> $1 AND published.scheme_id = $3`,
  { readsShared: true },
)

/** A repeated request changes nothing, unless the subscription has ended or the owner has declined it. */
const REPEAT_REQUEST = tenantStatement(
  'curriculum/repeat-request-for-subscription',
  `UPDATE subscriptions SET client_name = $4, message = $5, asked_at = $6, ended_at = NULL
   WHERE client_id = $1 AND owner_id = $2 AND owner_scheme_id = $3
     AND (ended_at IS NOT NULL OR EXISTS (
       SELECT FROM subscription_grants answer WHERE answer.client_id = $2 AND answer.scheme_id = $3
         AND answer.subscriber_id = $1 AND NOT answer.approved AND answer.decided_at >= subscriptions.asked_at))`,
  { readsShared: true },
)

const REQUEST_SUBSCRIPTION = tenantStatement(
  'curriculum/request-subscription',
  `INSERT INTO subscriptions (client_id, owner_id, owner_scheme_id, client_name, message, asked_at)
   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
)

/** Asks the owner of a published scheme for a subscription; the owner's authors are told by e-mail [6.26]. */
export async function requestSubscription(
  tx: Tx,
  { userId }: Actor,
  request: { owner: string; schemeId: string; message: string; at: Date },
): Promise<void> {
  const { owner, schemeId, message, at } = request
  const published = await findRow(tx, PUBLISHED_SCHEME, [owner, schemeId])
  if (!published) throw new Refusal('NOT_FOUND', { field: 'scheme_uuid' })
  const values = [owner, schemeId, published.subscriber, message, at] as const
  const repeated = await execute(tx, REPEAT_REQUEST, values)
  const requested = await execute(tx, REQUEST_SUBSCRIPTION, values)
  if (repeated + requested === 0) return
  const entityId = taskSubjectOf(owner, schemeId)
  await audit(tx, { userId, action: 'ask', entity: 'subscription', entityId, after: { message } })
  const nowMs = at.getTime()
  const task = { subject: entityId, dueMs: nowMs, nowMs, by: userId }
  await enqueueTask(tx, { ...task, kind: 'ask-owner' })
  // when the owner has approved an earlier request, the copy is updated without a new approval
  await enqueueTask(tx, { ...task, kind: 'follow' })
}

const END_SUBSCRIPTION = tenantStatement(
  'curriculum/end-subscription',
  `UPDATE subscriptions SET ended_at = $4
   WHERE client_id = $1 AND owner_id = $2 AND owner_scheme_id = $3 AND ended_at IS NULL`,
)

/** Ends a subscription. The copy of the scheme and the members' progress stay as they are. */
export async function unsubscribe(tx: Tx, { userId }: Actor, owner: string, schemeId: string, at: Date): Promise<void> {
  const ended = await execute(tx, END_SUBSCRIPTION, [owner, schemeId, at])
  if (ended === 0) throw new Refusal('NOT_FOUND', { field: 'scheme_uuid' })
  const entityId = taskSubjectOf(owner, schemeId)
  await audit(tx, { userId, action: 'unsubscribe', entity: 'subscription', entityId })
}

const SUBSCRIPTION_OF_CLIENT = tenantStatement(
  'curriculum/find-subscription-of-client',
  'SELECT FROM subscriptions WHERE client_id = $2 AND owner_id = $1 AND owner_scheme_id = $3 AND ended_at IS NULL',
  { readsShared: true },
)

/**
 * Another approval keeps the date of the first one. Another refusal gets a new date, so that it also answers a request
 * that was repeated after the first refusal.
 */
const ANSWER_SUBSCRIPTION = tenantStatement(
  'curriculum/answer-subscription',
  `INSERT INTO subscription_grants (client_id, scheme_id, subscriber_id, approved, decided_at)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (client_id, scheme_id, subscriber_id) DO UPDATE
     SET approved = excluded.approved, decided_at = excluded.decided_at
     WHERE subscription_grants.approved IS DISTINCT FROM excluded.approved OR NOT excluded.approved`,
)

/** Stores the owner's answer to a subscription request, or the end of an approved subscription. */
export async function answerSubscription(
  tx: Tx,
  { userId }: Actor,
  slug: string,
  { subscriber, approved, at }: { subscriber: string; approved: boolean; at: Date },
): Promise<void> {
  const scheme = await mustReadScheme(tx, { slug })
  const subscriptions = await execute(tx, SUBSCRIPTION_OF_CLIENT, [subscriber, scheme.id])
  if (subscriptions === 0) throw new Refusal('NOT_FOUND', { field: 'client' })
  await execute(tx, ANSWER_SUBSCRIPTION, [scheme.id, subscriber, approved, at])
  const action = approved ? 'approve' : 'decline'
  // the owner's log has the entry under `<subscriber>/<scheme>`, the subscriber's log under `<owner>/<scheme>`
  await audit(tx, { userId, action, entity: 'subscription', entityId: taskSubjectOf(subscriber, scheme.id) })
  const nowMs = at.getTime()
  await enqueueTask(tx, { kind: 'notify-subscribers', subject: scheme.id, dueMs: nowMs, nowMs, by: userId })
}
