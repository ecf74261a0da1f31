/**
 * SQL of everything that has changed trees of the client $1: the batches of authors, and the updates of linked nodes that
 * were taken over (`linked`), each of which is a step of its own. `undo` is null for batches from before it was stored,
 * and `edits` for updates from before.
 */
export const savedChanges = `(
  SELECT scheme_id, revision, coalesce(step, revision) AS step, forward, edits, undo, name, user_id, at,
    false AS linked
  FROM scheme_edits WHERE client_id = $1
  UNION ALL
  SELECT scheme_id, revision, revision, true, edits, undo, NULL, user_id, at, true
  FROM linked_updates WHERE client_id = $1)`
