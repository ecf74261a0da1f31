/**
 * One event of the stream `GET /v1/events` (server-sent events, as JSON). It says what has changed, without the data,
 * so that pages load it again. `hello` opens each connection: changes before it may have been missed. `rev` is the
 * club's change counter.
 */
export type StreamEvent =
  | { type: 'hello'; serverTime: number }
  | { type: 'member-changed'; memberUuids: string[] }
  | { type: 'club-changed'; clubId: string; rev: number }
  | { type: 'scheme-changed'; slug: string; revision: number }
  | { type: 'working-copy-changed'; slug: string }
  | ({ type: 'scheme-presence' } & Presence)

/** Where an author is at the moment; nothing of it is stored. */
export interface Presence {
  /** The scheme that is open in the editor. */
  slug: string
  user: string
  firstname: string
  lastname: string
  /** The id of the open node; null for none. */
  node: string | null
  /** False: the author has left the scheme. */
  here: boolean
}
