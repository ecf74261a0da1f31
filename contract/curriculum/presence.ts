import { Type } from 'typebox'
import { NodeId, nullable, strict } from '#contract/platform/fields.ts'

/** Tells the client's other authors which node this one has open, null for none, or that the author has left. */
export const PresenceBody = Type.Object({ node: nullable(NodeId), here: Type.Boolean() }, strict)
