import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { Refusal } from './errors.ts'

/** A short hash that changes whenever `value` changes. */
export function revisionOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 22)
}

/** Refuses a write that is based on an outdated state. `ifMatch` is an ETag or the bare revision. */
export function matchRevision(ifMatch: string, revision: string): void {
  if (ifMatch.replace(/^W\//, '').replaceAll('"', '') !== revision) throw new Refusal('EDIT_CONFLICT')
}

/** Answers 304. It sends no body, because fastify would add a content length although a 304 has no content. */
export function answerUnchanged(reply: FastifyReply): FastifyReply {
  return reply.code(304).send()
}
