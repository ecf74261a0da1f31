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
  const planGroup = (clubKey: string, line: GroupLine): PlannedGroup => {
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
  const groups = firstClub ? outline.timetable.map((line) => planGroup(firstClub.key, line)) : []
  // the last level is no first level of a group, because a group may also teach the level after its first
  const levelCount = demoScheme(outline.scheme).roots.length - 1
  for (let index = 0; groups.length < outline.groups; index++) {
    const clubIndex = index % otherClubs.length
    const club = otherClubs[clubIndex]
    if (!club) break
    const round = Math.floor(index / otherClubs.length)
    const level = 1 + ((round * outline.levelsPerRound + clubIndex) % levelCount)
    groups.push(
      planGroup(club.key, {
        // each club begins three names later than the one before, so that their groups have different names
        name: groupNames[(round + clubIndex * 3) % groupNames.length] ?? '',
        // the first round is on Monday, the sixth on Saturday, the next on Monday again
        weekdays: [1 + (round % 6)],
        // at 15:15 or 15:45, and an hour later after every three rounds
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
