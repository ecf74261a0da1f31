import type { GroupLine, Outline } from './content/outline-types.ts'
import { demoScheme } from './content/schemes.ts'
import type { PlannedClub, PlannedGroup } from './planned.ts'
import { idOf } from './random.ts'

/**
 * Plans the groups of a client's clubs, without members. The first club has the groups of the timetable; the other
 * clubs get one group each in every round, until the client has enough groups.
 */
export function planGroups(
  clientId: string,
  outline: Outline,
  clubs: readonly PlannedClub[],
  firstDate: string,
): PlannedGroup[] {
  const { places, groupNames, other } = outline
  const groupOfLine = (clubKey: string, line: GroupLine): PlannedGroup => {
    const schemeSlug = line.scheme ?? outline.scheme
    const { roots } = demoScheme(schemeSlug)
    return {
      key: `${clubKey}/${line.name}`,
      id: idOf(`${clientId} group ${clubKey} ${line.name}`),
      name: line.name,
      clubKey,
      weekdays: [...line.weekdays],
      daily: line.weekdays.length === 7,
      start: line.start,
      durationMin: line.minutes,
      firstDate,
      lastDate: null,
      place: line.place ?? places[0] ?? '',
      schemeSlug,
      levelIds: roots.filter((_, index) => line.levels.includes(index + 1)).map((root) => `/${root.slug}`),
      maxSize: line.maxSize ?? 12,
      coachKeys: [...line.coaches],
      memberKeys: [],
    }
  }
  const [firstClub, ...otherClubs] = clubs
  const groups = firstClub ? outline.timetable.map((line) => groupOfLine(firstClub.key, line)) : []
  // without the last level, because a group may teach the level after its first one, too
  const levelCount = demoScheme(outline.scheme).roots.length - 1
  for (let index = 0; groups.length < outline.groups; index++) {
    const clubIndex = index % otherClubs.length
    const club = otherClubs[clubIndex]
    if (!club) break
    const round = Math.floor(index / otherClubs.length)
    const level = 1 + ((round * outline.levelsPerRound + clubIndex) % levelCount)
    groups.push(
      groupOfLine(club.key, {
        // each club begins three names later, so that neighbouring clubs have other groups
        name: groupNames[(round + clubIndex * 3) % groupNames.length] ?? '',
        // Monday to Saturday, from 15:45 on
        weekdays: [1 + (round % 6)],
        start: `${15 + Math.floor(round / 3)}:${round % 3 === 0 ? '45' : '15'}`,
        minutes: level > 5 ? 45 : 30,
        coaches: [`coach.${club.key}`],
        place: places[(round + index) % places.length] ?? '',
        ...(other.rounds.includes(round)
          ? { scheme: other.scheme, levels: other.levels }
          : { levels: round % 2 === 0 ? [level] : [level, level + 1] }),
      }),
    )
  }
  return groups
}
