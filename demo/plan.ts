import { localDate } from '#domain/club-time.ts'
import { demoClient } from './content/clients.ts'
import { library } from './content/library.ts'
import { swim } from './content/swim.ts'
import { waterSafety } from './content/water-safety.ts'
import { planGroups } from './plan-groups.ts'
import { planHistory } from './plan-marks.ts'
import { planMembers } from './plan-members.ts'
import { addDays, ZONE, type DemoPlan, type Term } from './planned.ts'
import { idOf, Random } from './random.ts'

function termsBefore(today: string): Term[] {
  return [
    {
      name: { en: 'Last term', cy: 'Y tymor diwethaf' },
      firstDate: addDays(today, -275),
      lastDate: addDays(today, -150),
    },
    { name: { en: 'This term', cy: 'Y tymor hwn' }, firstDate: addDays(today, -126), lastDate: addDays(today, 42) },
  ]
}

/** The data of a client for a day: pure, and the same for the same moment on every machine. */
export function planDemo(clientId: 'aquila', now: Date): DemoPlan {
  const random = new Random(20_251_120)
  const today = localDate(now.getTime(), ZONE)
  const terms = termsBefore(today)
  const schemes = [swim, waterSafety, library]
  const clubs = demoClient(clientId).clubs.map(({ key, name }) => ({ key, name, id: idOf(`${clientId} club ${name}`) }))
  const empty = planGroups(clientId, clubs, terms[0]?.firstDate ?? today)
  const { members, placements, links, unlinked } = planMembers(clientId, empty, today, random)
  const groups = empty.map((group) => ({
    ...group,
    memberKeys: placements.filter((p) => p.groupKey === group.key).map((p) => p.memberKey),
  }))
  const marks = planHistory({ schemes, groups, placements, terms, now, random })
  return { clientId, clubs, schemes, terms, groups, members, links, unlinked, marks }
}
