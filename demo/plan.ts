import { addDays, localDate } from '#domain/platform/club-time.ts'
import { demoClient, type DemoClient } from './content/clients.ts'
import { outlineOf } from './content/outline.ts'
import { demoScheme } from './content/schemes.ts'
import { planGroups } from './plan-groups.ts'
import { planMarks } from './plan-marks.ts'
import { planAttendance } from './plan-registers.ts'
import { planMembers } from './plan-members.ts'
import { ZONE, type DemoPlan, type Term } from './planned.ts'
import { idOf, Random } from './random.ts'

/** The number of days from the first day of the last term to the day on which the demo is loaded. */
const DAYS_SINCE_LAST_TERM_BEGAN = 275

/** The day on which a demo was loaded, computed from the first day of its last term. */
export function loadedOn(firstDate: string): string {
  return addDays(firstDate, DAYS_SINCE_LAST_TERM_BEGAN)
}

/** The term before, the present term, and the holidays between them, by days from today. */
function termsAround(today: string): { terms: Term[]; holidays: Term[] } {
  const dayFromToday = (days: number) => addDays(today, days)
  return {
    terms: [
      {
        name: { en: 'Last term', cy: 'Y tymor diwethaf' },
        firstDate: dayFromToday(-DAYS_SINCE_LAST_TERM_BEGAN),
        lastDate: dayFromToday(-150),
      },
      {
        name: { en: 'This term', cy: 'Y tymor hwn' },
        firstDate: dayFromToday(-126),
        lastDate: dayFromToday(42),
      },
    ],
    holidays: [
      {
        name: { en: 'Holidays', cy: 'Gwyliau' },
        firstDate: dayFromToday(-149),
        lastDate: dayFromToday(-127),
      },
    ],
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
  const marks = planMarks({ schemes, groups, placements, terms, now, random })
  const attendance = planAttendance(groups, marks, today, random)
  return { clientId, clubs, schemes, terms, holidays, groups, members, links, unlinked, marks, attendance }
}
