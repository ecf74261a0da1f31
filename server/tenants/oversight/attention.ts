import type { Attention } from '#contract/tenants/attention.ts'
import { clubsNeedingAttention } from '#server/tenants/clubs/clubs-needing-attention.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const DAY_MS = 86_400_000

/** Counts what needs the attention of the client's authors. `documents` says whether the client uses documents. */
export async function readAttention(
  tx: Tx,
  clientId: string,
  language: string,
  nowMs: number,
  documents: boolean,
): Promise<Attention> {
  const ago = (days: number) => new Date(nowMs - days * DAY_MS)
  const { rows } = await tx.query<Attention>(
    `SELECT (SELECT count(*) FROM maintenance) AS maintenance, (SELECT count(*) FROM tasks WHERE state = 'failed') AS failed_tasks,
       (SELECT count(*) FROM subscriptions s LEFT JOIN subscription_grants g
          ON g.client_id = s.owner_id AND g.scheme_id = s.owner_scheme_id AND g.subscriber_id = s.client_id
        WHERE s.owner_id = $1 AND s.ended_at IS NULL AND g.approved IS NOT TRUE
          AND (g.decided_at IS NULL OR g.decided_at < s.asked_at)) AS subscribers,
       CASE WHEN $6 THEN (SELECT count(*) FROM documents d WHERE d.deleted_at IS NULL AND d.updated_at < $4
          AND EXISTS (SELECT FROM document_clubs dc
            JOIN user_clubs uc ON uc.client_id = dc.client_id AND uc.club_id = dc.club_id AND uc.from_date <= $3::date
              AND (uc.to_date IS NULL OR uc.to_date >= $3::date)
            JOIN users u ON u.client_id = uc.client_id AND u.id = uc.user_id AND u.type = 'admin' AND u.status = 'current'
            WHERE dc.client_id = d.client_id AND dc.document_id = d.id
              AND NOT EXISTS (SELECT FROM document_reads r WHERE r.client_id = d.client_id AND r.document_id = d.id
                AND r.version = d.version AND r.club_id = dc.club_id AND r.user_id = u.id))) END AS unread_documents,
       (SELECT coalesce(json_agg(json_build_object('slug', s.slug, 'name', coalesce(s.name ->> $2, s.slug), 'nodes', n.nodes)
            ORDER BY n.nodes DESC, s.slug), '[]')
        FROM (SELECT scheme_id, count(*) AS nodes FROM scheme_nodes WHERE pins <> '{}' AND deleted_at IS NULL GROUP BY scheme_id) n
        JOIN schemes s ON s.id = n.scheme_id AND s.deleted_at IS NULL) AS stale,
       (SELECT count(*) FROM clubs cl WHERE cl.deleted_at IS NULL AND ${clubsNeedingAttention.idle('cl', '$7::timestamptz')}) AS idle_clubs,
       (SELECT count(*) FROM clubs cl WHERE cl.deleted_at IS NULL AND ${clubsNeedingAttention.unadministered('cl', '$7::timestamptz')}) AS clubs_without_admin,
       (SELECT count(*) FROM mails WHERE state = 'failed' AND ended_at > $4) AS unsent_mails,
       (SELECT count(*) FROM api_tokens t JOIN users u ON u.client_id = t.client_id AND u.id = t.user_id AND u.status = 'current'
        WHERE t.revoked_at IS NULL AND t.expires_at > $3 AND t.expires_at < $5) AS ending_tokens`,
    [clientId, language, new Date(nowMs), ago(7), ago(-14), documents, new Date(nowMs)],
  )
  if (!rows[0]) throw new Error('nothing was counted')
  return rows[0]
}
