import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { Refusal } from './errors.ts'

/** A short text that changes whenever `value` does. */
export function revisionOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 22)
}

/** Refuses a form that was filled from something that is no more. `ifMatch` is an ETag, or the bare revision. */
export function matchRevision(ifMatch: string, revision: string): void {
  if (ifMatch.replace(/^W\//, '').replaceAll('"', '') !== revision) throw new Refusal('EDIT_CONFLICT')
}

/** 304: the caller has it. Without a body, which would give the head a length that nothing follows. */
export function answerUnchanged(reply: FastifyReply): FastifyReply {
  return reply.code(304).send()
}
