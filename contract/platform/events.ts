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
