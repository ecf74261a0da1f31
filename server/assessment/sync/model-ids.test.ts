import { expect, test } from 'vitest'
import { createTestDatabase } from '#db/testing.ts'
import { ModelWorld } from './testing/model-world.ts'

// The tests of one process share their modules: ids that stayed predictable gave two processes one database name.
test('the model gives random ids back to the tests after it', async () => {
  const { randomUUID } = crypto
  const database = await createTestDatabase()
  const world = await ModelWorld.create(database)
  expect(crypto.randomUUID).not.toBe(randomUUID)
  await world.close()
  await database.drop()
  expect(crypto.randomUUID).toBe(randomUUID)
})
