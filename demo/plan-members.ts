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
const neededSkills = (slug: string, level: number) => levelsOf(demoScheme(slug))[level]?.needed ?? 1

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
  const [firstClub, secondClub] = client.clubs
  const typesOf = new Map(client.clubs.map((club) => [club.key, club.memberTypes]))
  /** The date of birth of somebody whose last birthday was so many days ago. */
  const birthDate = (years: number, days: number) => {
    const day = addDays(today, -days)
    return addDays(`${Number(day.slice(0, 4)) - years}-${day.slice(5, 7)}-01`, Number(day.slice(8)) - 1)
  }

  /** Adds a child to a group at a level; what `person` does not say is random. */
  const addChild = (group: PlannedGroup, level: number, passed: number, person: Partial<PlannedMember> = {}) => {
    const index = members.length
    const previous = members.at(-1)
    // every sixth child is a brother or sister of the one before
    const sibling = index > 20 && index % 6 === 0 && previous?.clubKeys[0] === group.clubKey ? previous : null
    const lastname = sibling?.lastname ?? random.pick(lastNames)
    const parent = random.pick(firstNames)
    const [frequentType = '', rareType = frequentType] = typesOf.get(group.clubKey) ?? []
    const otherClub = group.clubKey === firstClub?.key ? secondClub : firstClub
    const youngest = outline.youngest[group.schemeSlug] ?? 4
    const member: PlannedMember = {
      key: `member-${index + 1}`,
      id: idOf(`${client.id} member ${index + 1}`),
      firstname: random.pick(firstNames),
      lastname,
      dob: birthDate(Math.min(youngest + Math.round(level * 0.9) + random.below(3), 16), random.below(364)),
      ngoId: person.ngoId ?? numbers.shift() ?? '',
      memberType: random.next() < 0.8 ? frequentType : rareType,
      // every 57th child belongs to a second club
      clubKeys: index % 57 === 56 && otherClub ? [group.clubKey, otherClub.key] : [group.clubKey],
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
  const groupNamed = (name: string) => {
    const group = groups.find((candidate) => candidate.name === name && candidate.clubKey === firstClub?.key)
    if (!group) throw new Error(`no group ${name}`)
    return group
  }
  /** Adds a child of the outline. */
  const addChildOfLine = (line: ChildLine) => {
    const group = groupNamed(line.group)
    const guardian = client.users.find((user) => user.key === line.guardian)
    if (!guardian) throw new Error(`no user ${line.guardian}`)
    const { firstname, lastname, email } = guardian
    const neededCount = neededSkills(group.schemeSlug, line.level - 1)
    const child = addChild(group, line.level - 1, line.passed === 'all but one' ? neededCount - 1 : line.passed, {
      firstname: line.firstname,
      lastname: line.lastname,
      dob: birthDate(...line.age),
      guardian: { firstname, lastname, email },
      ...(line.number === undefined ? {} : { ngoId: outline.numberPrefix + line.number }),
      ...(line.medical === undefined ? {} : { medical: line.medical }),
      ...(line.memberType === undefined ? {} : { memberType: line.memberType }),
      ...(line.note === undefined ? {} : { note: line.note }),
    })
    if (line.missing !== undefined) child.placement.missing = line.missing
    return { ...child, line, group }
  }

  const children = outline.children.map(addChildOfLine)
  for (const { placement } of children) placement.fromFirst = true
  for (const { member, line } of children) {
    if (!line.also) continue
    const { group, level, passed } = line.also
    placements.push({ memberKey: member.key, groupKey: groupNamed(group).key, level: level - 1, passed })
  }
  const newcomer = addChildOfLine(outline.newcomer)

  const [allDay, daily] = groups
  const [firstChild] = children
  if (!allDay || !daily || !firstChild) throw new Error(`${client.id} has no daily groups`)
  // at least two skills are missing, so that only the named children have one skill to go
  const maxPassed = neededSkills(allDay.schemeSlug, firstChild.placement.level) - 4
  for (const [firstname, lastname, medical] of outline.classmates.names)
    addChild(allDay, firstChild.placement.level, 3 + random.below(maxPassed), {
      firstname,
      lastname,
      medical,
      dob: birthDate(outline.classmates.age, random.below(700)),
    })
  const dailyLevels = levelIndexes(daily)
  const inDaily = placements.filter(({ groupKey }) => groupKey === daily.key).length
  for (let size = inDaily; size < DAILY_SIZE; size++) {
    const level = dailyLevels[size % dailyLevels.length] ?? 0
    addChild(daily, level, random.below(neededSkills(daily.schemeSlug, dailyLevels[0] ?? 0)))
  }

  const hasOwnChildren = (group: PlannedGroup) =>
    group.schemeSlug === outline.scheme || outline.other.from === undefined
  // the other groups are filled in turns
  const otherGroups = groups.filter((group) => hasOwnChildren(group) && group !== allDay && group !== daily)
  const sizes = new Map(otherGroups.map(({ key }) => [key, placements.filter((p) => p.groupKey === key).length]))
  for (let index = 0; members.length < outline.members; index++) {
    const group = otherGroups[index % otherGroups.length]
    const size = sizes.get(group?.key ?? '') ?? 0
    if (!group || size >= group.maxSize) continue
    sizes.set(group.key, size + 1)
    const level = random.pick(levelIndexes(group))
    addChild(group, level, random.below(neededSkills(group.schemeSlug, level)))
  }
  placements.push(...secondPlacements(outline, groups, placements, random))

  const linksOf = (userKey: string) =>
    children
      .filter(({ line }) => line.parents.includes(userKey))
      .map(({ member }) => ({ userKey, memberKey: member.key }))
  const { ngoId, firstname, lastname, dob } = newcomer.member
  return {
    members,
    placements,
    links: client.users.flatMap((user) => linksOf(user.key)),
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
    .filter(({ schemeSlug }) => schemeSlug === other.scheme)
    .flatMap((group) => {
      const present = placements.filter(({ groupKey }) => groupKey === group.key).map(({ memberKey }) => memberKey)
      const candidates = placements.filter(
        ({ level, groupKey, memberKey, missing }) =>
          level >= from - 1 &&
          groupKey.startsWith(`${group.clubKey}/`) &&
          !present.includes(memberKey) &&
          missing === undefined,
      )
      return Array.from({ length: SECOND_GROUP_SIZE - present.length }).flatMap(() => {
        const [chosen] = candidates.splice(random.below(candidates.length), 1)
        const level = random.below(2)
        if (!chosen) return []
        const passed = random.below(neededSkills(group.schemeSlug, level))
        return [{ memberKey: chosen.memberKey, groupKey: group.key, level, passed }]
      })
    })
}

/** The indexes of a group's levels in the scheme. */
function levelIndexes(group: PlannedGroup): number[] {
  return demoScheme(group.schemeSlug).roots.flatMap(({ slug }, index) =>
    group.levelIds.includes(`/${slug}`) ? [index] : [],
  )
}

/** Membership numbers that no named child has. */
function freeNumbers({ numberPrefix, members, children }: Outline): string[] {
  const taken = children.map((line) => line.number)
  return Array.from({ length: members + taken.length }, (_, index) => String(120 + index))
    .filter((number) => !taken.includes(number))
    .map((number) => numberPrefix + number)
}
