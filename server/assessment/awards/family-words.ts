/**
 * SQL of a coach's own words about a passed level, with the coach's name; null when there are none. `award` is the name
 * of the award's row. Of two clubs' words it is the newer.
 */
export const familyWordOf = (award: string) => `(
  SELECT json_build_object('text', word.value #>> '{}', 'coach', coach.firstname || ' ' || coach.lastname)
  FROM registers word JOIN users coach ON coach.client_id = word.client_id AND coach.id = word.author_id
  WHERE word.client_id = ${award}.client_id AND word.member_id = ${award}.member_id AND word.kind = 'family_word'
    AND word.scheme_id = ${award}.scheme_id AND word.node_id = ${award}.node_id AND word.value <> '""'
  ORDER BY word.ts DESC, word.lane LIMIT 1)`
