import { Type, type Static } from 'typebox'

/**
 * What needs the attention of a client's authors: numbers that each lead to a list. Null when the list's page is
 * closed.
 */
export const Attention = Type.Object({
  /** 1: the other portals are closed for maintenance by an author. */
  maintenance: Type.Integer(),
  failed_tasks: Type.Integer(),
  /** Other clients that have asked for a scheme. */
  subscribers: Type.Integer(),
  /** Documents whose newest version is at least a week old and not confirmed by all administrators of their clubs. */
  unread_documents: Type.Union([Type.Integer(), Type.Null()]),
  /** Schemes with texts that have changed since they were translated, with the number of such nodes. */
  stale: Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), nodes: Type.Integer() })),
  /** Clubs with active members and without a mark for four weeks. */
  idle_clubs: Type.Integer(),
  /** Clubs without an administrator. */
  clubs_without_admin: Type.Integer(),
  /** Mails of the last week that could not be delivered. */
  unsent_mails: Type.Integer(),
  /** API tokens that expire within two weeks. */
  ending_tokens: Type.Integer(),
})
export type Attention = Static<typeof Attention>
