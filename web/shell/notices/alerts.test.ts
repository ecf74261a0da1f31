import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAlerts } from './alerts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('an alert', () => {
  it('has an id, a type, a text and a duration, 5000 ms by default', () => {
    const alerts = createAlerts()
    alerts.show('Saved')
    alerts.show('Not saved', 'bad', 15_000)
    expect(alerts.get()).toEqual([
      { id: 1, type: 'note', text: 'Saved', duration: 5_000 },
      { id: 2, type: 'bad', text: 'Not saved', duration: 15_000 },
    ])
  })

  it('disappears after its own duration', () => {
    const alerts = createAlerts()
    alerts.show('short')
    alerts.show('long', 'note', 15_000)
    vi.advanceTimersByTime(4_999)
    expect(alerts.get().map((alert) => alert.text)).toEqual(['short', 'long'])
    vi.advanceTimersByTime(1)
    expect(alerts.get().map((alert) => alert.text)).toEqual(['long'])
    vi.advanceTimersByTime(10_000)
    expect(alerts.get()).toEqual([])
  })

  it('disappears when it is dismissed, and the others stay', () => {
    const alerts = createAlerts()
    alerts.show('one')
    alerts.show('two')
    alerts.dismiss(1)
    expect(alerts.get().map((alert) => alert.text)).toEqual(['two'])
  })
})
