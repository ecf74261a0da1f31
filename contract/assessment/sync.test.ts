import type { Static } from 'typebox'
import { expectTypeOf, test } from 'vitest'
import type { EditKind, Payloads } from '#domain/assessment/commands/commands.ts'
import type { editPayloads } from './sync.ts'

test('the schema of each kind of edit describes the payload that its command judges', () => {
  // the compiler checks it
  expectTypeOf<{ [K in EditKind]: Static<(typeof editPayloads)[K]> }>().toEqualTypeOf<Payloads>()
})
