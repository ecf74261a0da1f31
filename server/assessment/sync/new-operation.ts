import { createHash } from 'node:crypto'
import type { Operation } from '#contract/assessment/sync.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { markLane } from '#domain/assessment/mark.ts'

/** The hash of an operation's payload: SHA-256 of its canonical JSON, in hexadecimal digits. */
export function payloadHash(payload: unknown): string {
  return createHash('sha256').update(canonicalJson(payload)).digest('hex')
}

/** The author, device and time of a new operation. */
export interface Origin {
  club: string
  author: string
  deviceId: string
  /** The number of the operation among those of the device. */
  seq: number
  /** When it was entered, unix milliseconds. */
  ms: number
  /** Random when it is left out. */
  opId?: string
}

/** Builds an operation as a device sends it. Imports, the demo and tests make their operations with it. */
export function newOperation(origin: Origin, content: Pick<Operation, 'kind' | 'lane' | 'payload'>): Operation {
  const { club, author, deviceId, seq, ms, opId = crypto.randomUUID() } = origin
  return {
    opId,
    club,
    authorUuid: author,
    ...content,
    payloadHash: payloadHash(content.payload),
    payloadVersion: 1,
    // as of a device that has pulled no changes, so that its mark never opens a conflict
    baseRev: null,
    stamp: { ms, counter: 0, deviceId, deviceSeq: seq },
  }
}

/** Builds the operation of a mark, in the lane that its payload names. */
export function newMark(origin: Origin, mark: Omit<MarkPayload, 'timestamp' | 'groupNgoId'>): Operation {
  const payload = { ...mark, groupNgoId: null, timestamp: Math.floor(origin.ms / 1000) } satisfies MarkPayload
  const lane = markLane(payload.memberUuid, payload.schemeSlug, payload.schemeNodeId)
  return newOperation(origin, { kind: 'mark', lane, payload })
}
