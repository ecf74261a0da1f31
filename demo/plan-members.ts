import { dolphinsBesides, firstNames, lastNames, medicalNotes, memberNotes } from './content/people.ts'
import { swim } from './content/swim.ts'
import { flattenScheme } from './content/scheme.ts'
import { waterSafety } from './content/water-safety.ts'
import { addDays, type DemoPlan, type Placement, type PlannedGroup, type PlannedMember } from './planned.ts'
import { idOf, type Random } from './random.ts'

const COUNT = 400
/** Each third club has a water-safety group; so many of its swimmers join. */
const SAFETY_SIZE = 8

/** The skill that two children of the all-day group miss of their stage. */
const MISSING = 'backstroke-10-m'

type Planned = Pick<DemoPlan, 'members' | 'links' | 'unlinked'> & { placements: Placement[] }

const skillsIn = (scheme: typeof swim, levelId: string) =>
  flattenScheme(scheme).filter((node) => node.t === 's' && node.id.startsWith(`${levelId}/`)).length
const stageSizes = swim.roots.map((root) => skillsIn(swim, `/${root.slug}`))
const safetySizes = waterSafety.roots.map((root) => skillsIn(waterSafety, `/${root.slug}`))

/** The children of a client, each in a group of a fitting level, and the families that the logins belong to. */
export function planMembers(clientId: string, groups: readonly PlannedGroup[], today: string, random: Random): Planned {
  const members: PlannedMember[] = []
  const placements: Placement[] = []
  const numbers = numbersOf(COUNT)
  const born = (years: number, days: number) => {
    const day = addDays(today, -days)
    return addDays(`${Number(day.slice(0, 4)) - years}-${day.slice(5, 7)}-01`, Number(day.slice(8)) - 1)
  }

  const join = (group: PlannedGroup, level: number, passed: number, person: Partial<PlannedMember> = {}) => {
    const at = members.length
    const before = members.at(-1)
    // every sixth child is a brother or sister of the one before
    const sibling = at > 20 && at % 6 === 0 && before?.clubKeys[0] === group.clubKey ? before : null
    const lastname = sibling?.lastname ?? random.pick(lastNames)
    const parent = random.pick(firstNames)
    const member: PlannedMember = {
      key: `member-${at + 1}`,
      id: idOf(`${clientId} member ${at + 1}`),
      firstname: random.pick(firstNames),
      lastname,
      dob: born(Math.min(4 + Math.round(level * 0.9) + random.below(3), 16), random.below(364)),
      ngoId: person.ngoId ?? numbers.shift() ?? '',
      memberType: random.next() < 0.8 ? 'Club' : 'School',
      clubKeys:
        at % 57 === 56 ? [group.clubKey, group.clubKey === 'harbour' ? 'lakeside' : 'harbour'] : [group.clubKey],
      medical: random.next() < 0.08 ? random.pick(medicalNotes) : null,
      note: random.next() < 0.06 ? random.pick(memberNotes) : null,
      guardian: sibling?.guardian ?? { firstname: parent, lastname, email: `family${at + 1}@example.com` },
      ...person,
    }
    members.push(member)
    const placement: Placement = { memberKey: member.key, groupKey: group.key, level, passed }
    placements.push(placement)
    return { member, placement }
  }
  const named = (name: string) => {
    const group = groups.find((g) => g.name === name && g.clubKey === 'harbour')
    if (!group) throw new Error(`no group ${name}`)
    return group
  }

  const [dolphins, marlins, ripples] = [named('Dolphins'), named('Marlins'), named('Ripples')]
  const family = { lastname: "O'Connor", memberType: 'Club', note: null, medical: null, clubKeys: ['harbour'] }
  const guardian = { firstname: 'Ffion', lastname: "O'Connor", email: 'parent@aquila.example' }
  const one = (stageSizes[3] ?? 0) - 1
  const sian = join(dolphins, 3, one, {
    ...family,
    guardian,
    firstname: 'Siân',
    ngoId: 'AQ-204-118',
    medical: medicalNotes[0],
    dob: born(8, 100),
  })
  const beca = join(dolphins, 3, one, { ...family, guardian, firstname: 'Beca', ngoId: 'AQ-204-231', dob: born(7, 40) })
  const llyr = join(marlins, 6, 4, { ...family, guardian, firstname: 'Llŷr', ngoId: 'AQ-204-119', dob: born(11, 200) })
  const amara = join(dolphins, 3, 6, {
    firstname: 'Amara',
    lastname: 'Okafor',
    dob: born(9, -5),
    medical: null,
    guardian: { firstname: 'Daniel', lastname: 'Okafor', email: 'parent2@aquila.example' },
  })
  for (const { placement } of [sian, beca]) placement.missing = MISSING
  for (const { placement } of [sian, beca, llyr, amara]) placement.fromFirst = true
  placements.push({ memberKey: llyr.member.key, groupKey: ripples.key, level: 0, passed: 3 })
  const nel = join(named('Otters'), 1, 3, {
    firstname: 'Nel',
    lastname: 'Lloyd',
    dob: born(5, 61),
    guardian: { firstname: 'Carys', lastname: 'Lloyd', email: 'newparent@aquila.example' },
  })
  // at least two skills short, so that Siân and Beca are the only ones with one to go
  for (const [firstname, lastname, medical] of dolphinsBesides)
    join(dolphins, 3, 3 + random.below(one - 3), { firstname, lastname, medical, dob: born(8, random.below(700)) })
  for (let size = 1; size < 10; size++) join(marlins, 6 + (size % 2), random.below(stageSizes[6] ?? 1))

  const rest = groups.filter((g) => g.schemeSlug === 'swim' && g !== dolphins && g !== marlins)
  const sizes = new Map(rest.map((g) => [g.key, g.name === 'Otters' ? 1 : 0]))
  for (let k = 0; members.length < COUNT; k++) {
    const group = rest[k % rest.length]
    const size = sizes.get(group?.key ?? '') ?? 0
    if (!group || size >= group.maxSize) continue
    sizes.set(group.key, size + 1)
    const stage = Number(random.pick(group.levelIds).replace('/stage-', '')) - 1
    join(group, stage, random.below(stageSizes[stage] ?? 1))
  }

  for (const group of groups.filter((g) => g.schemeSlug === 'water-safety')) {
    const swimmers = placements.filter((p) => p.level >= 3 && p.groupKey.startsWith(`${group.clubKey}/`))
    const already = placements.filter((p) => p.groupKey === group.key).map((p) => p.memberKey)
    const fit = swimmers.filter((p) => !already.includes(p.memberKey) && !p.missing)
    for (let k = already.length; k < SAFETY_SIZE; k++) {
      const [chosen] = fit.splice(random.below(fit.length), 1)
      const level = random.below(2)
      if (chosen)
        placements.push({
          memberKey: chosen.memberKey,
          groupKey: group.key,
          level,
          passed: random.below(safetySizes[level] ?? 1),
        })
    }
  }

  const link = (userKey: string, child: { member: PlannedMember }) => ({ userKey, memberKey: child.member.key })
  const { ngoId, firstname, lastname, dob } = nel.member
  return {
    members,
    placements,
    links: [
      link('parent', sian),
      link('parent', llyr),
      link('parent', beca),
      link('parent2', amara),
      link('parent2', beca),
    ],
    unlinked: { userKey: 'newparent', ngoId, firstname, lastname, dob },
  }
}

/** Membership numbers that no named child has. */
function numbersOf(count: number): string[] {
  return Array.from({ length: count }, (_, k) => (k < 111 ? 120 + k : 121 + k)).map((n) => `AQ-204-${n}`)
}
