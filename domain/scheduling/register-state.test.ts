import { expect, test } from 'vitest'
import {
  canRemind,
  registerState,
  registerStateOn,
  todaysRegisterState,
  type SessionRegister,
} from './register-state.ts'

test.each([
  [{}, 'over', 'missing'],
  [{}, 'not over', 'open'],
  [{ present: 1 }, 'not over', 'begun'],
  [{ absent: 1 }, 'over', 'begun'],
  [{ present: 1, absent: 1 }, 'not over', 'done'],
  [{ present: 1, absent: 1 }, 'over', 'done'],
  [{ cancelled: true }, 'over', null],
  [{ members: 0 }, 'over', null],
] as const)('the register of two children with %j, whose session is %s, is %s', (change, when, state) => {
  const register = { members: 2, present: 0, absent: 0, cancelled: false, ...change }
  expect(registerState(register, when === 'over')).toBe(state)
})

const session: SessionRegister = {
  cancelled: false,
  start_at: '16:30',
  duration_minutes: 30,
  members: 8,
  present: 0,
  absent: 0,
}
const at = (time: string, change: Partial<SessionRegister> = {}) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return todaysRegisterState({ ...session, ...change }, hours * 60 + minutes)
}

test('a register is coming until the session begins, open until it ends, and late from then on', () => {
  expect([at('16:29'), at('16:30'), at('16:59'), at('17:00')]).toEqual(['coming', 'open', 'open', 'late'])
  expect(at('23:59', { start_at: null })).toBe('open')
})

test('a register is done when everybody is marked, also before the session begins', () => {
  expect([at('16:00', { present: 6, absent: 2 }), at('18:00', { present: 7 })]).toEqual(['done', 'late'])
})

test('a cancelled session and one without members have no register, and nobody is reminded of them', () => {
  expect([at('18:00', { cancelled: true }), at('18:00', { members: 0 })]).toEqual(['cancelled', 'nobody'])
  const remindable = (['cancelled', 'nobody', 'done', 'coming', 'open', 'late'] as const).filter(canRemind)
  expect(remindable).toEqual(['open', 'late'])
})

test('a calendar shows no register before its session begins, unless somebody is marked', () => {
  const state = (date: string, change: Partial<SessionRegister> = {}) =>
    registerStateOn({ ...session, ...change }, date, { date: '2026-03-02', minutes: 16 * 60 })
  expect(state('2026-03-03', { present: 8 })).toBe(null)
  expect([state('2026-03-02'), state('2026-03-02', { present: 1 })]).toEqual([null, 'begun'])
  expect([state('2026-03-02', { start_at: '15:45' }), state('2026-03-02', { start_at: null })]).toEqual([
    'open',
    'open',
  ])
  expect([state('2026-03-02', { start_at: '15:00' }), state('2026-03-01')]).toEqual(['missing', 'missing'])
})
