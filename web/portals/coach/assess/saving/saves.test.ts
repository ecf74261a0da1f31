import { expect, test } from 'vitest'
import { NOT_SAVED, type SaveResult } from '#web/offline/coach-store.ts'
import { createSaves } from './saves.ts'

function setUp() {
  const states: (string | null)[] = []
  const saves = createSaves()
  saves.subscribe(() => states.push(saves.state()?.state ?? null))
  return { states, track: saves.track }
}

test('a tap that follows another one is not called saved when only the first one is', async () => {
  const { states, track } = setUp()
  const [first, second] = [Promise.withResolvers<SaveResult>(), Promise.withResolvers<SaveResult>()]
  const [firstSaved, secondSaved] = [track(first.promise), track(second.promise)]
  first.resolve({ saved: true })
  expect(await firstSaved).toEqual({ saved: true })
  expect(states.at(-1)).toBe('saving')
  second.resolve({ saved: true })
  expect(await secondSaved).toEqual({ saved: true })
  expect(states.at(-1)).toBe('saved')
})

test('a tap that could not be saved shows no state, and an error counts as not saved', async () => {
  const { states, track } = setUp()
  const rejected = { saved: false, code: 'NOT_ASSIGNED' } as const
  expect(await track(Promise.resolve(rejected))).toEqual(rejected)
  expect(await track(Promise.reject(new Error('the disk is full')))).toEqual(NOT_SAVED)
  expect(states).toEqual(['saving', null, 'saving', null])
})
