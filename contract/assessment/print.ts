import { Type } from 'typebox'
import { NodeId, Slug, strict } from '#contract/platform/fields.ts'

/** Ids of children, separated by commas; all children when it is left out. */
export const PrintedProgressQuery = Type.Object(
  { member: Type.Optional(Type.String({ pattern: '^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$' })) },
  strict,
)

/** The level of which the certificate is printed. */
export const CertificateQuery = Type.Object({ scheme: Slug, node: NodeId }, strict)
