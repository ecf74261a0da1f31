import type { Static } from 'typebox'
import { expectTypeOf } from 'vitest'
import type { EditKind, Payloads } from '#domain/assessment/commands/commands.ts'
import type { editPayloads } from './sync.ts'

// The check `types` compiles this file, and nothing runs it: the schema of each kind of edit describes the payload that
// its command judges.
export const schemasDescribePayloads = () =>
  expectTypeOf<{ [K in EditKind]: Static<(typeof editPayloads)[K]> }>().toEqualTypeOf<Payloads>()
