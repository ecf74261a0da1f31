import type { TFunction } from 'i18next'

/** How many of a group's places are taken; of a group without a limit, how many members it has. */
export function placesText(t: TFunction, members: number, places: number | null): string {
  return places === null
    ? t('club.sessions.members', { count: members })
    : t('club.sessions.places', { taken: members, count: places })
}
