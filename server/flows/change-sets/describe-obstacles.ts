import type { UndoObstacle } from '#contract/platform/undo.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Obstacle } from '#server/platform/undo-journal.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'

/** How many obstacles are described; a refusal names the ids of all. */
const MAX_DESCRIBED = 50

const OBSTACLES = tenantStatement(
  'flows/describe-obstacles',
  `SELECT coalesce(trim(member.firstname || ' ' || member.lastname), groups.name, plan.title) AS name,
     nullif(trim(editor.firstname || ' ' || editor.lastname), '') AS by,
     floor(extract(epoch FROM later.at))::int AS at
   FROM unnest($5::text[], $6::uuid[], $6::uuid[]::text[]) WITH ORDINALITY found (why, id, logged_id, position)
   LEFT JOIN members member ON member.client_id = $1 AND member.id = found.id
   LEFT JOIN groups ON groups.client_id = $1 AND groups.id = found.id
   LEFT JOIN lesson_plans plan ON plan.client_id = $1 AND plan.id = found.id
   LEFT JOIN LATERAL (
     SELECT edit.user_id, edit.at FROM (
       SELECT entry.user_id, entry.at FROM audit_log entry
       WHERE found.why NOT IN ('marks', 'used', 'number-taken') AND entry.client_id = $1 AND entry.entity IN ('member', 'group')
         AND entry.entity_id = found.logged_id AND entry.at > $3 AND entry.action NOT IN ('mark', 'read-medical')
       UNION ALL
       SELECT entry.user_id, entry.at FROM audit_log entry
       WHERE found.why = 'group-full' AND entry.client_id = $1 AND entry.club_id = $2 AND entry.entity = 'member'
         AND entry.action = 'enter-group' AND entry.after ->> 'group' = found.logged_id AND entry.at > $3
       UNION ALL
       SELECT mark.author_id, to_timestamp(mark.entered_ts) FROM assessments mark
       WHERE found.why = 'marks' AND mark.client_id = $1 AND mark.member_id = found.id AND mark.entered_ts >= $4
       UNION ALL
       SELECT register.author_id, to_timestamp(register.ts) FROM registers register
       WHERE found.why = 'marks' AND register.client_id = $1 AND register.member_id = found.id AND register.ts >= $4
     ) edit ORDER BY edit.at DESC LIMIT 1) later ON true
   LEFT JOIN users editor ON editor.client_id = $1 AND editor.id = later.user_id
   ORDER BY found.position`,
)

/**
 * Names the members and groups that stand in the way of an undo, and who touched each of them last since the change
 * set. `loggedAt` is its time in the audit log; `at` is its time in marks and registers.
 */
export async function describeObstacles(
  tx: Tx,
  { clubId }: ClubContext,
  { at, loggedAt }: { at: Date; loggedAt: Date },
  obstacles: readonly Obstacle[],
): Promise<UndoObstacle[]> {
  const described = obstacles.slice(0, MAX_DESCRIBED)
  const rows = await queryRows(tx, OBSTACLES, [
    clubId,
    loggedAt,
    Math.floor(at.getTime() / 1000),
    described.map(({ why }) => why),
    described.map(({ id }) => id),
  ])
  // one row for each, in the same order
  return described.map((obstacle, index) => {
    const { name = null, by = null, at: seconds = null } = rows[index] ?? {}
    return { ...obstacle, name, by, at: seconds }
  })
}
