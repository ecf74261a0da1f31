import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate, localMinutes } from './club-time.ts'

const zones = ['Europe/London', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Chatham', 'UTC']

test('the local date and minute of any moment are what the calendar of the zone says', () => {
  const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) })
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (ms, timeZone) => {
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms)
      const minutes = localMinutes(ms, timeZone)
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      expect(`${localDate(ms, timeZone)} ${time}`).toBe(shown)
    }),
    { numRuns: 2_000, seed: 5 },
  )
})
