import { Attention } from '#contract/tenants/attention.ts'
import { clubsNeedingAttention } from '#server/tenants/clubs/clubs-needing-attention.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'
import { getRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const DAY_MS = 86_400_000

/** SQL of the present moment. A day is never taken from it but at a club: it is another one in each time zone. */
const NOW = '$3::timestamptz'

/**
 * One row of counts. `$2` is the author's language, `$3` the present moment, `$4` a week ago, `$5` in two weeks, `$6`
 * whether documents are counted.
 */
const ATTENTION = tenantStatement(
  'tenants/count-what-needs-attention',
  `SELECT (SELECT count(*) FROM maintenance WHERE client_id = $1) AS maintenance,
     (SELECT count(*) FROM tasks WHERE client_id = $1 AND state = 'failed') AS failed_tasks,
     -- requests to subscribe that have no answer yet, or were made again after one
     (SELECT count(*) FROM subscriptions subscription
      JOIN schemes scheme ON scheme.client_id = $1 AND scheme.id = subscription.owner_scheme_id
        AND scheme.deleted_at IS NULL
      LEFT JOIN subscription_grants answer ON answer.client_id = subscription.owner_id
        AND answer.scheme_id = subscription.owner_scheme_id AND answer.subscriber_id = subscription.client_id
      WHERE subscription.owner_id = $1 AND subscription.ended_at IS NULL AND answer.approved IS NOT TRUE
        AND (answer.decided_at IS NULL OR answer.decided_at < subscription.asked_at)) AS subscribers,
     -- documents of more than a week ago that an administrator of one of their clubs has not confirmed
     CASE WHEN $6 THEN (SELECT count(*) FROM documents document
        WHERE document.client_id = $1 AND document.deleted_at IS NULL AND document.updated_at < $4
        AND EXISTS (SELECT FROM document_clubs recipient
          JOIN user_clubs employment ON employment.client_id = recipient.client_id
            AND employment.club_id = recipient.club_id AND ${includesToday('employment', 'employment', NOW)}
          JOIN users admin ON admin.client_id = employment.client_id AND admin.id = employment.user_id
            AND admin.type = 'admin' AND admin.status = 'current'
          WHERE recipient.client_id = document.client_id AND recipient.document_id = document.id
            AND NOT EXISTS (SELECT FROM document_reads confirmation
              WHERE confirmation.client_id = document.client_id AND confirmation.document_id = document.id
                AND confirmation.version = document.version AND confirmation.club_id = recipient.club_id
                AND confirmation.user_id = admin.id))) END AS unread_documents,
     -- schemes with translations that are out of date
     (SELECT coalesce(json_agg(json_build_object('slug', scheme.slug,
          'name', coalesce(${wordsIn('scheme.name', '$2')}, scheme.slug), 'nodes', stale.nodes)
          ORDER BY stale.nodes DESC, scheme.slug), '[]')
      FROM (SELECT scheme_id, count(*) AS nodes FROM scheme_nodes
        WHERE client_id = $1 AND pins <> '{}' AND deleted_at IS NULL GROUP BY scheme_id) stale
      JOIN schemes scheme ON scheme.client_id = $1 AND scheme.id = stale.scheme_id AND scheme.deleted_at IS NULL) AS stale,
     (SELECT count(*) FROM clubs club WHERE club.client_id = $1 AND club.deleted_at IS NULL
      AND ${clubsNeedingAttention.idle('club', NOW)}) AS idle_clubs,
     (SELECT count(*) FROM clubs club WHERE club.client_id = $1 AND club.deleted_at IS NULL
      AND ${clubsNeedingAttention.unadministered('club', NOW)}) AS clubs_without_admin,
     (SELECT count(*) FROM mails WHERE client_id = $1 AND state = 'failed' AND ended_at > $4) AS unsent_mails,
     (SELECT count(*) FROM api_tokens token
      JOIN users ON users.client_id = token.client_id AND users.id = token.user_id AND users.status = 'current'
      WHERE token.client_id = $1 AND token.revoked_at IS NULL AND token.expires_at > ${NOW} AND token.expires_at < $5) AS ending_tokens`,
  { json: { stale: Attention.properties.stale }, readsShared: true },
)

/** Counts what needs the attention of the client's authors; unread documents only when `usesDocuments` is true. */
export async function readAttention(
  tx: Tx,
  language: string,
  nowMs: number,
  usesDocuments: boolean,
): Promise<Attention> {
  const now = new Date(nowMs)
  const weekAgo = new Date(nowMs - 7 * DAY_MS)
  const inTwoWeeks = new Date(nowMs + 14 * DAY_MS)
  return getRow(tx, ATTENTION, [language, now, weekAgo, inTwoWeeks, usesDocuments])
}
