import { Type } from 'typebox'
import { labelsOfKind } from '#domain/curriculum/grade-scale.ts'
import { nullable } from '#contract/platform/fields.ts'
import { gradeLabels } from '#server/curriculum/settings/grade-labels.ts'
import type { Level } from '#server/curriculum/schemes/levels.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A skill of a scheme of the client that can be passed. */
export interface Skill extends Omit<Level, 'parentId'> {
  /** The titles of the level that the skill is below; null for a skill outside levels. */
  level: Readonly<Record<string, string>> | null
  /** The grade from which marks pass, and the highest one. */
  pass: number
  best: number
  /** The words of the grades from 0 on, in each language. */
  labels: readonly (readonly string[])[]
}

const Words = Type.Record(Type.String(), Type.String())

/** The level of a skill is the nearest one above it. */
const SKILLS = tenantStatement(
  'curriculum/list-skills',
  `WITH RECURSIVE tree AS (
     SELECT schemes.id AS scheme_id, node.id, node.t, node.title, node.grade, ARRAY[node.position] AS path,
       CASE WHEN node.t = 'l' THEN node.title END AS level
     FROM schemes JOIN scheme_nodes node ON node.client_id = schemes.client_id AND node.scheme_id = schemes.id
     WHERE schemes.client_id = $1 AND schemes.deleted_at IS NULL
       AND node.parent_id IS NULL AND node.deleted_at IS NULL AND ($2 OR NOT node.skipped)
     UNION ALL
     SELECT tree.scheme_id, node.id, node.t, node.title, node.grade, tree.path || node.position,
       CASE WHEN node.t = 'l' THEN node.title ELSE tree.level END
     FROM tree JOIN scheme_nodes node ON node.client_id = $1 AND node.scheme_id = tree.scheme_id
       AND node.parent_id = tree.id
     WHERE node.deleted_at IS NULL AND ($2 OR NOT node.skipped))
   SELECT schemes.slug || tree.id AS key, tree.scheme_id, tree.id AS node_id, tree.title, tree.level,
     schemes.name AS scheme, tree.grade AS kind, CASE WHEN tree.grade = 1 THEN 1 ELSE scale.pass END AS pass, scale.labels
   FROM tree JOIN schemes ON schemes.client_id = $1 AND schemes.id = tree.scheme_id
   LEFT JOIN scheme_grades scale ON scale.client_id = $1 AND scale.scheme_id = tree.scheme_id
     AND scale.grade = tree.grade
   WHERE tree.t = 's' AND ($2 OR tree.grade = 1 OR scale.pass > 0) ORDER BY schemes.slug, tree.path, tree.id`,
  {
    json: {
      title: Words,
      level: nullable(Words),
      scheme: Words,
      labels: nullable(Type.Record(Type.String(), Type.Array(Type.String()))),
    },
  },
)

/**
 * The skills of all schemes of the client that can be passed, in the order of the trees. With `withUnused` also those that
 * an author has skipped or that cannot be passed at the time: their marks stay, and count again when that is undone.
 */
export async function readSkills(tx: Tx, { withUnused = false } = {}): Promise<Skill[]> {
  const rows = await queryRows(tx, SKILLS, [withUnused])
  return rows.map(({ scheme_id, node_id, kind, pass, labels, ...skill }) => ({
    ...skill,
    schemeId: scheme_id,
    nodeId: node_id,
    pass: pass ?? 1,
    best: labelsOfKind(kind ?? 1) - 1,
    labels: [...Object.values(labels ?? {}), ...['en', 'cy'].map((language) => gradeLabels(kind ?? 1, language))],
  }))
}
