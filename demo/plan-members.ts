import { addDays } from '#domain/platform/club-time.ts'
import type { DemoClient } from './content/clients.ts'
import type { ChildLine, Outline } from './content/outline-types.ts'
import { firstNames, lastNames } from './content/people.ts'
import { levelsOf } from './content/scheme.ts'
import { demoScheme } from './content/schemes.ts'
import type { DemoPlan, Placement, PlannedGroup, PlannedMember } from './planned.ts'
import { idOf, type Random } from './random.ts'

/** The number of children in the second group, which runs every day but not all day. */
const EVERY_DAY_GROUP_SIZE = 10
/** The number of children in a group of the other scheme that children of the main scheme attend, too. */
const SECOND_GROUP_SIZE = 8

type PlannedMembers = Pick<DemoPlan, 'members' | 'links' | 'unlinked'> & { placements: Placement[] }

/** How many skills a child passes to finish a level (`TaughtLevel`). */
const neededSkills = (slug: string, level: number) => levelsOf(demoScheme(slug))[level]?.needed ?? 1

/**
 * Plans the children of a client, each in a group of a fitting level. The first ones are those whom the outline names:
 * children of the parents who can log in, and the child whom newparent@ can link.
 */
export function planMembers(
  client: DemoClient,
  outline: Outline,
  groups: readonly PlannedGroup[],
  today: string,
  random: Random,
): PlannedMembers {
  const members: PlannedMember[] = []
  const placements: Placement[] = []
  const membershipNumbers = freeNumbers(outline)
  const [firstClub, secondClub] = client.clubs
  const memberTypesByClub = new Map(client.clubs.map((club) => [club.key, club.memberTypes]))
  /** The date of birth of somebody who became `years` old so many days ago; negative = who will, in so many days. */
  const birthDate = (years: number, daysAgo: number) => {
    const birthday = addDays(today, -daysAgo)
    // days are added to the first of the month, because 29 February does not exist in every year
    return addDays(`${Number(birthday.slice(0, 4)) - years}-${birthday.slice(5, 7)}-01`, Number(birthday.slice(8)) - 1)
  }

  /**
   * Adds a child to a group. `level` is the index of the current level, of which `passed` skills are passed. All
   * details are random but those that `person` has.
   */
  const addChild = (group: PlannedGroup, level: number, passed: number, person: Partial<PlannedMember> = {}) => {
    const index = members.length
    const previous = members.at(-1)
    // Every sixth child is a brother or sister of the child before, if both are in one club. The first 21 are not:
    // among them are all who are named or in a group that runs every day.
    const sibling = index > 20 && index % 6 === 0 && previous?.clubKeys[0] === group.clubKey ? previous : null
    const lastname = sibling?.lastname ?? random.pick(lastNames)
    const guardianFirstname = random.pick(firstNames)
    const [frequentType = '', rareType = frequentType] = memberTypesByClub.get(group.clubKey) ?? []
    const otherClub = group.clubKey === firstClub?.key ? secondClub : firstClub
    const youngest = outline.youngest[group.schemeSlug] ?? 4
    const member: PlannedMember = {
      key: `member-${index + 1}`,
      id: idOf(`${client.id} member ${index + 1}`),
      firstname: random.pick(firstNames),
      lastname,
      // a level takes about a year
      dob: birthDate(Math.min(youngest + Math.round(level * 0.9) + random.below(3), 16), random.below(364)),
      ngoId: person.ngoId ?? membershipNumbers.shift() ?? '',
      memberType: random.next() < 0.8 ? frequentType : rareType,
      // every 57th child belongs to a second club
      clubKeys: index % 57 === 56 && otherClub ? [group.clubKey, otherClub.key] : [group.clubKey],
      medical: random.next() < 0.08 ? random.pick(outline.medicalNotes) : null,
      note: random.next() < 0.06 ? random.pick(outline.memberNotes) : null,
      guardian: sibling?.guardian ?? {
        firstname: guardianFirstname,
        lastname,
        email: `family${index + 1}@example.com`,
      },
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
  /** Adds a child whom the outline names. */
  const addChildOfLine = (line: ChildLine) => {
    const group = groupNamed(line.group)
    const guardian = client.users.find((user) => user.key === line.guardian)
    if (!guardian) throw new Error(`no user ${line.guardian}`)
    const { firstname, lastname, email } = guardian
    // the outline counts levels from 1
    const level = line.level - 1
    const neededCount = neededSkills(group.schemeSlug, level)
    const child = addChild(group, level, line.passed === 'all but one' ? neededCount - 1 : line.passed, {
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
    const { group: groupName, level, passed } = line.also
    placements.push({ memberKey: member.key, groupKey: groupNamed(groupName).key, level: level - 1, passed })
  }
  const newcomer = addChildOfLine(outline.newcomer)

  // in every outline, the first group runs all day and the second one every day
  const [allDayGroup, everyDayGroup] = groups
  const [firstChild] = children
  if (!allDayGroup || !everyDayGroup || !firstChild) throw new Error(`${client.id} has no daily groups`)
  // A classmate has passed at least three skills, and at least two are missing, so that only the named children lack
  // just one skill.
  const fewestPassed = 3
  const passedChoices = neededSkills(allDayGroup.schemeSlug, firstChild.placement.level) - fewestPassed - 1
  for (const [firstname, lastname, medical] of outline.classmates.names)
    addChild(allDayGroup, firstChild.placement.level, fewestPassed + random.below(passedChoices), {
      firstname,
      lastname,
      medical,
      dob: birthDate(outline.classmates.age, random.below(700)),
    })
  const everyDayLevels = levelIndexes(everyDayGroup)
  const childrenInEveryDayGroup = placements.filter(({ groupKey }) => groupKey === everyDayGroup.key).length
  for (let size = childrenInEveryDayGroup; size < EVERY_DAY_GROUP_SIZE; size++) {
    const level = everyDayLevels[size % everyDayLevels.length] ?? 0
    addChild(everyDayGroup, level, random.below(neededSkills(everyDayGroup.schemeSlug, everyDayLevels[0] ?? 0)))
  }

  const hasOwnChildren = (group: PlannedGroup) =>
    group.schemeSlug === outline.scheme || outline.other.fromLevel === undefined
  // these groups get one child each in turns, until the client has enough members
  const otherGroups = groups.filter(
    (group) => hasOwnChildren(group) && group !== allDayGroup && group !== everyDayGroup,
  )
  const sizes = new Map(
    otherGroups.map(({ key }) => [key, placements.filter(({ groupKey }) => groupKey === key).length]),
  )
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

/** Puts children of the main scheme also into the groups of the other scheme, until these have enough children. */
function secondPlacements(
  { other }: Outline,
  groups: readonly PlannedGroup[],
  placements: readonly Placement[],
  random: Random,
): Placement[] {
  const { fromLevel } = other
  if (fromLevel === undefined) return []
  return groups
    .filter(({ schemeSlug }) => schemeSlug === other.scheme)
    .flatMap((group) => {
      const alreadyIn = placements.filter(({ groupKey }) => groupKey === group.key).map(({ memberKey }) => memberKey)
      const candidates = placements.filter(
        ({ level, groupKey, memberKey, missing }) =>
          level >= fromLevel - 1 &&
          groupKey.startsWith(`${group.clubKey}/`) &&
          !alreadyIn.includes(memberKey) &&
          missing === undefined,
      )
      return Array.from({ length: SECOND_GROUP_SIZE - alreadyIn.length }).flatMap(() => {
        const [chosen] = candidates.splice(random.below(candidates.length), 1)
        // one of the first two levels of the other scheme
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

/** Membership numbers that no named child has, from 120 on: enough for all members of the client. */
function freeNumbers({ numberPrefix, members, children }: Outline): string[] {
  const taken = children.map((line) => line.number)
  return Array.from({ length: members + taken.length }, (_, index) => String(120 + index))
    .filter((number) => !taken.includes(number))
    .map((number) => numberPrefix + number)
}
