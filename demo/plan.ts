import { localDate } from '#domain/platform/club-time.ts'
import { demoClient, type DemoClient } from './content/clients.ts'
import { outlineOf } from './content/outline.ts'
import { demoScheme } from './content/schemes.ts'
import { planGroups } from './plan-groups.ts'
import { planHistory } from './plan-marks.ts'
import { planRegisters } from './plan-registers.ts'
import { planMembers } from './plan-members.ts'
import { addDays, ZONE, type DemoPlan, type Term } from './planned.ts'
import { idOf, Random } from './random.ts'

/** The number of days from the first day of the first term to the day on which the demo is loaded. */
const DAYS_SINCE_LAST_TERM_BEGAN = 275

/** The day on which a demo was loaded: it is computed from the first day of the first term. */
export function loadedOn(firstDate: string): string {
  return addDays(firstDate, DAYS_SINCE_LAST_TERM_BEGAN)
}

/** The last term, the present term, and the holidays between them. */
function termsAround(today: string): { terms: Term[]; holidays: Term[] } {
  const day = (days: number) => addDays(today, days)
  return {
    terms: [
      {
        name: { en: 'Last term', cy: 'Y tymor diwethaf' },
        firstDate: day(-DAYS_SINCE_LAST_TERM_BEGAN),
        lastDate: day(-150),
      },
      { name: { en: 'This term', cy: 'Y tymor hwn' }, firstDate: day(-126), lastDate: day(42) },
    ],
    holidays: [{ name: { en: 'Holidays', cy: 'Gwyliau' }, firstDate: day(-149), lastDate: day(-127) }],
  }
}

/** Plans the demo of a client. A pure function: the same moment gives the same plan on every machine. */
export function planDemo(clientId: DemoClient['id'], now: Date): DemoPlan {
  const client = demoClient(clientId)
  const outline = outlineOf(clientId)
  const random = new Random(outline.seed)
  const today = localDate(now.getTime(), ZONE)
  const { terms, holidays } = termsAround(today)
  const schemes = [...client.schemes, ...client.subscriptions.map(({ slug }) => slug)].map(demoScheme)
  const clubs = client.clubs.map(({ key, name }) => ({ key, name, id: idOf(`${clientId} club ${name}`) }))
  const groupsWithoutMembers = planGroups(clientId, outline, clubs, terms[0]?.firstDate ?? today)
  const { members, placements, links, unlinked } = planMembers(client, outline, groupsWithoutMembers, today, random)
  const groups = groupsWithoutMembers.map((group) => ({
    ...group,
    memberKeys: placements.filter(({ groupKey }) => groupKey === group.key).map(({ memberKey }) => memberKey),
  }))
  const marks = planHistory({ schemes, groups, placements, terms, now, random })
  const registers = planRegisters(groups, marks, today, random)
  return { clientId, clubs, schemes, terms, holidays, groups, members, links, unlinked, marks, registers }
}
