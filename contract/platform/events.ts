/** One line of the event stream `GET /v1/events` (server-sent events, `data:` is this JSON). It says what to ask for again, never the data. */
export type StreamEvent =
  | { type: 'hello'; serverTime: number }
  | { type: 'member-changed'; memberUuids: string[] }
  | { type: 'club-changed'; clubId: string; rev: number }
  | { type: 'scheme-changed'; slug: string; revision: number }
