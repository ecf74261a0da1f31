import type { DemoClient } from './content/clients.ts'
import type { ChildLine, Outline } from './content/outline-types.ts'
import { firstNames, lastNames } from './content/people.ts'
import { levelsOf } from './content/scheme.ts'
import { demoScheme } from './content/schemes.ts'
import { addDays, type DemoPlan, type Placement, type PlannedGroup, type PlannedMember } from './planned.ts'
import { idOf, type Random } from './random.ts'

/** The number of children in the daily group. */
const DAILY_SIZE = 10
/** The number of children in a group of the other scheme that children of the main scheme attend, too. */
const SECOND_GROUP_SIZE = 8

type Planned = Pick<DemoPlan, 'members' | 'links' | 'unlinked'> & { placements: Placement[] }

/** How many skills of a level must be passed until the level is passed or waits for a manual pass. */
const needed = (slug: string, level: number) => levelsOf(demoScheme(slug))[level]?.needed ?? 1

/**
 * Plans the children of a client, each in a group of a fitting level, and the children of the parents who can log in.
 */
export function planMembers(
  client: DemoClient,
  outline: Outline,
  groups: readonly PlannedGroup[],
  today: string,
  random: Random,
): Planned {
  const members: PlannedMember[] = []
  const placements: Placement[] = []
  const numbers = freeNumbers(outline)
  const [home, second] = client.clubs
  const typesOf = new Map(client.clubs.map((club) => [club.key, club.memberTypes]))
  const born = (years: number, days: number) => {
    const day = addDays(today, -days)
    return addDays(`${Number(day.slice(0, 4)) - years}-${day.slice(5, 7)}-01`, Number(day.slice(8)) - 1)
  }

  const join = (group: PlannedGroup, level: number, passed: number, person: Partial<PlannedMember> = {}) => {
    const index = members.length
    const before = members.at(-1)
    // every sixth child is a brother or sister of the one before
    const sibling = index > 20 && index % 6 === 0 && before?.clubKeys[0] === group.clubKey ? before : null
    const lastname = sibling?.lastname ?? random.pick(lastNames)
    const parent = random.pick(firstNames)
    const [usual = '', rare = usual] = typesOf.get(group.clubKey) ?? []
    const elsewhere = group.clubKey === home?.key ? second : home
    const youngest = outline.youngest[group.schemeSlug] ?? 4
    const member: PlannedMember = {
      key: `member-${index + 1}`,
      id: idOf(`${client.id} member ${index + 1}`),
      firstname: random.pick(firstNames),
      lastname,
      dob: born(Math.min(youngest + Math.round(level * 0.9) + random.below(3), 16), random.below(364)),
      ngoId: person.ngoId ?? numbers.shift() ?? '',
      memberType: random.next() < 0.8 ? usual : rare,
      clubKeys: index % 57 === 56 && elsewhere ? [group.clubKey, elsewhere.key] : [group.clubKey],
      medical: random.next() < 0.08 ? random.pick(outline.medicalNotes) : null,
      note: random.next() < 0.06 ? random.pick(outline.memberNotes) : null,
      guardian: sibling?.guardian ?? { firstname: parent, lastname, email: `family${index + 1}@example.com` },
      ...person,
    }
    members.push(member)
    const placement: Placement = { memberKey: member.key, groupKey: group.key, level, passed }
    placements.push(placement)
    return { member, placement }
  }
  const named = (name: string) => {
    const group = groups.find((g) => g.name === name && g.clubKey === home?.key)
    if (!group) throw new Error(`no group ${name}`)
    return group
  }
  const place = (line: ChildLine) => {
    const group = named(line.group)
    const guardian = client.users.find((user) => user.key === line.guardian)
    if (!guardian) throw new Error(`no user ${line.guardian}`)
    const { firstname, lastname, email } = guardian
    const all = needed(group.schemeSlug, line.level - 1)
    const child = join(group, line.level - 1, line.passed === 'all but one' ? all - 1 : line.passed, {
      firstname: line.firstname,
      lastname: line.lastname,
      dob: born(...line.age),
      guardian: { firstname, lastname, email },
      ...(line.number === undefined ? {} : { ngoId: outline.numberPrefix + line.number }),
      ...(line.medical === undefined ? {} : { medical: line.medical }),
      ...(line.memberType === undefined ? {} : { memberType: line.memberType }),
      ...(line.note === undefined ? {} : { note: line.note }),
    })
    if (line.missing !== undefined) child.placement.missing = line.missing
    return { ...child, line, group }
  }

  const children = outline.children.map(place)
  for (const { placement } of children) placement.fromFirst = true
  for (const { member, line } of children) {
    if (!line.also) continue
    const { group, level, passed } = line.also
    placements.push({ memberKey: member.key, groupKey: named(group).key, level: level - 1, passed })
  }
  const newcomer = place(outline.newcomer)

  const [allDay, daily] = groups
  const [short] = children
  if (!allDay || !daily || !short) throw new Error(`${client.id} has no daily groups`)
  // at least two skills are missing, so that only the named children have one skill to go
  const most = needed(allDay.schemeSlug, short.placement.level) - 4
  for (const [firstname, lastname, medical] of outline.classmates.names)
    join(allDay, short.placement.level, 3 + random.below(most), {
      firstname,
      lastname,
      medical,
      dob: born(outline.classmates.age, random.below(700)),
    })
  const dailyLevels = levelIndexes(daily)
  const inDaily = placements.filter((p) => p.groupKey === daily.key).length
  for (let size = inDaily; size < DAILY_SIZE; size++) {
    const level = dailyLevels[size % dailyLevels.length] ?? 0
    join(daily, level, random.below(needed(daily.schemeSlug, dailyLevels[0] ?? 0)))
  }

  const ownChildren = (g: PlannedGroup) => g.schemeSlug === outline.scheme || outline.other.from === undefined
  const rest = groups.filter((g) => ownChildren(g) && g !== allDay && g !== daily)
  const sizes = new Map(rest.map((g) => [g.key, placements.filter((p) => p.groupKey === g.key).length]))
  for (let k = 0; members.length < outline.members; k++) {
    const group = rest[k % rest.length]
    const size = sizes.get(group?.key ?? '') ?? 0
    if (!group || size >= group.maxSize) continue
    sizes.set(group.key, size + 1)
    const level = random.pick(levelIndexes(group))
    join(group, level, random.below(needed(group.schemeSlug, level)))
  }
  placements.push(...secondPlacements(outline, groups, placements, random))

  const link = (userKey: string) =>
    children
      .filter(({ line }) => line.parents.includes(userKey))
      .map(({ member }) => ({ userKey, memberKey: member.key }))
  const { ngoId, firstname, lastname, dob } = newcomer.member
  return {
    members,
    placements,
    links: client.users.flatMap((user) => link(user.key)),
    unlinked: { userKey: outline.newcomer.guardian, ngoId, firstname, lastname, dob },
  }
}

/** Places children of the main scheme in a second group, which follows the other scheme. */
function secondPlacements(
  { other }: Outline,
  groups: readonly PlannedGroup[],
  placements: readonly Placement[],
  random: Random,
): Placement[] {
  const { from } = other
  if (from === undefined) return []
  return groups
    .filter((g) => g.schemeSlug === other.scheme)
    .flatMap((group) => {
      const already = placements.filter((p) => p.groupKey === group.key).map((p) => p.memberKey)
      const fit = placements.filter(
        (p) =>
          p.level >= from - 1 &&
          p.groupKey.startsWith(`${group.clubKey}/`) &&
          !already.includes(p.memberKey) &&
          p.missing === undefined,
      )
      return Array.from({ length: SECOND_GROUP_SIZE - already.length }).flatMap(() => {
        const [chosen] = fit.splice(random.below(fit.length), 1)
        const level = random.below(2)
        if (!chosen) return []
        const passed = random.below(needed(group.schemeSlug, level))
        return [{ memberKey: chosen.memberKey, groupKey: group.key, level, passed }]
      })
    })
}

/** The indexes of a group's levels in the scheme. */
function levelIndexes(group: PlannedGroup): number[] {
  return demoScheme(group.schemeSlug).roots.flatMap((root, k) => (group.levelIds.includes(`/${root.slug}`) ? [k] : []))
}

/** Membership numbers that no named child has. */
function freeNumbers({ numberPrefix, members, children }: Outline): string[] {
  const taken = children.map((line) => line.number)
  return Array.from({ length: members + taken.length }, (_, k) => String(120 + k))
    .filter((number) => !taken.includes(number))
    .map((number) => numberPrefix + number)
}
