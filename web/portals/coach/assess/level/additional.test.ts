import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveAdditional, readAdditional } from './additional.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('ids of additional skills are stored per scheme in local storage', () => {
  saveAdditional('swim', ['/stage-6/dive', '/stage-7/turn'])
  saveAdditional('safety', ['/level-1/rescue'])
  expect(Object.fromEntries(stored)).toEqual({
    'rungs.additional/swim': '["/stage-6/dive","/stage-7/turn"]',
    'rungs.additional/safety': '["/level-1/rescue"]',
  })
  saveAdditional('safety', [])
  expect([readAdditional('swim'), readAdditional('safety'), readAdditional('diving')]).toEqual([
    ['/stage-6/dive', '/stage-7/turn'],
    [],
    [],
  ])
})

test('stored values that are no list of ids are ignored', () => {
  for (const text of ['', '{"a":1}', 'no json', 'null']) {
    stored.set('rungs.additional/swim', text)
    expect(readAdditional('swim'), text).toEqual([])
  }
  stored.set('rungs.additional/swim', '["/a",1,null]')
  expect(readAdditional('swim')).toEqual(['/a'])
})
