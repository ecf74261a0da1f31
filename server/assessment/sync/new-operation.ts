import { createHash } from 'node:crypto'
import type { MarkPayload, Operation } from '#contract/assessment/sync.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { markLane } from '#domain/assessment/mark.ts'

/** What an operation says of its payload, in hexadecimal digits of SHA-256. */
export function payloadHash(payload: unknown): string {
  return createHash('sha256').update(canonicalJson(payload)).digest('hex')
}

/** Where an operation comes from, and when. */
export interface Origin {
  club: string
  author: string
  deviceId: string
  seq: number
  ms: number
  /** A new one where it need not be the same each time. */
  opId?: string
}

/** A whole operation, as a device sends it, from what it is about. */
export function newOperation(origin: Origin, said: Pick<Operation, 'kind' | 'lane' | 'payload'>): Operation {
  const { club, author, deviceId, seq, ms, opId = crypto.randomUUID() } = origin
  return {
    opId,
    club,
    authorUuid: author,
    ...said,
    payloadHash: payloadHash(said.payload),
    payloadVersion: 1,
    baseRev: null,
    stamp: { ms, counter: 0, deviceId, deviceSeq: seq },
  }
}

/** A mark in the lane that its payload names. */
export function newMark(origin: Origin, mark: Omit<MarkPayload, 'timestamp' | 'groupNgoId'>): Operation {
  const payload = { ...mark, groupNgoId: null, timestamp: Math.floor(origin.ms / 1000) } satisfies MarkPayload
  const lane = markLane(payload.memberUuid, payload.schemeSlug, payload.schemeNodeId)
  return newOperation(origin, { kind: 'mark', lane, payload })
}
