import { Type, type Static } from 'typebox'

/** What of a client wants to be looked at: numbers, each of which leads to a list. Null where the page for it is shut. */
export const Attention = Type.Object({
  /** 1: the other portals are closed from the office. */
  maintenance: Type.Integer(),
  failed_tasks: Type.Integer(),
  /** Other clients that ask for a scheme. */
  subscribers: Type.Integer(),
  /** Documents that not all administrators of their clubs have read, where the newest version is a week old. */
  unread_documents: Type.Union([Type.Integer(), Type.Null()]),
  /** Schemes with texts that have changed since they were translated, and how many nodes have such. */
  stale: Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), nodes: Type.Integer() })),
  /** Clubs with active members and without a mark for four weeks. */
  idle_clubs: Type.Integer(),
  /** Clubs that nobody administers. */
  clubs_without_admin: Type.Integer(),
  /** Mails of the last week that could not be delivered. */
  unsent_mails: Type.Integer(),
  /** Tokens of programs that end within two weeks. */
  ending_tokens: Type.Integer(),
})
export type Attention = Static<typeof Attention>
