import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import type { QueueEntry } from '#web/offline/offline-queue.ts'
import type { Shell } from '#web/shell/start/shell-context.ts'

/** The club, whose clock is never that of the tablet in both tests below, and its day. */
const club = { now: 0, timeZone: '', today: '' }
const conflict = { id: 'c', memberUuid: 'nia', schemeSlug: 'swim', nodeId: '/float', marks: [] as object[] }

// the device's store
vi.resetModules()
vi.mock('#web/portals/coach/use-coach.ts', () => ({
  useCoach: () => ({ store: { now: () => club.now }, club: { time_zone: club.timeZone } }),
  useSnapshot: () => ({ conflicts: [conflict], members: new Map(), groups: [], groupMembers: [], plans: new Map() }),
}))
vi.mock('#web/portals/coach/sessions/use-club-time.ts', () => ({ useToday: () => club.today }))
vi.mock('#web/portals/coach/assess/use-curriculum.ts', () => ({ useCompiledCurricula: () => new Map() }))
const { ShellContext } = await import('#web/shell/start/shell-context.ts')
const { ConflictList } = await import('./conflict-list.tsx')
const { useQueueWords } = await import('./use-queue-words.ts')

const text = { kind: { attendance: 'register ({{day}})' }, value: { attendance: { present: 'Here' } } }
const i18n = createInstance({
  lng: 'en',
  resources: { en: { translation: { coach: { conflict: { by: '{{name}} at {{time}}' }, offline: text } } } },
})
await i18n.init()
const shell = { alerts: {}, language: { language: 'en-GB' } } as unknown as Shell

function Waiting({ entry }: { entry: QueueEntry }) {
  const { wordsOf, savedAt } = useQueueWords([entry])
  return [wordsOf(entry).subject, savedAt(entry)].join('; saved ')
}

/** What the offline page says of a mark, a register and a queued change of the club's day. */
function wordsAt(timeZone: string, moment: string, today: string): (string | undefined)[] {
  const ms = Date.parse(moment)
  Object.assign(club, { now: ms, timeZone, today })
  const side = { opId: 'op', authorName: 'Anna', grade: 1, pass: 1, ts: ms / 1000, wins: true }
  conflict.marks = [side]
  const register = { kind: 'attendance', payload: { memberUuid: 'nia', date: today, value: 'present' } }
  const entry = { opId: 'op', createdAt: ms, register } as unknown as QueueEntry
  const html = renderToStaticMarkup(
    <ShellContext value={shell}>
      <I18nextProvider i18n={i18n}>
        <ConflictList />
        <Waiting entry={entry} />
      </I18nextProvider>
    </ShellContext>,
  )
  return [/Anna at ([^<]*)/.exec(html)?.[1], /register \(([^)]*)\)/.exec(html)?.[1], /; saved (.*)$/.exec(html)?.[1]]
}

test('the offline page has the day and the time of the club, wherever the tablet is', () => {
  // the two clubs are more than a day apart, so the clock of the tablet is right for one of them at most
  expect(wordsAt('Pacific/Auckland', '2026-11-27T12:30Z', '2026-11-28')).toEqual(['01:30', 'Today', '01:30'])
  expect(wordsAt('Pacific/Pago_Pago', '2026-11-29T09:30Z', '2026-11-28')).toEqual(['22:30', 'Today', '22:30'])
})
