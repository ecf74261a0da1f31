import { expect, test } from 'vitest'
import type { SaveState } from './save-status.tsx'
import { trackSaves } from './track-saves.ts'

function setUp() {
  const states: (string | null)[] = []
  const track = trackSaves((state: SaveState) => states.push(state && state.state))
  return { states, track }
}

test('a tap that follows another one is not called saved when only the first one is', async () => {
  const { states, track } = setUp()
  const [first, second] = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  const [firstSaved, secondSaved] = [track(first.promise), track(second.promise)]
  first.resolve(true)
  expect(await firstSaved).toBe(true)
  expect(states.at(-1)).toBe('saving')
  second.resolve(true)
  expect(await secondSaved).toBe(true)
  expect(states.at(-1)).toBe('saved')
})

test('a tap that could not be saved shows no state, and an error counts as not saved', async () => {
  const { states, track } = setUp()
  expect(await track(Promise.resolve(false))).toBe(false)
  expect(await track(Promise.reject(new Error('the disk is full')))).toBe(false)
  expect(states).toEqual(['saving', null, 'saving', null])
})
