import { Building2, CalendarDays, ChartColumn, GraduationCap, User } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { membersPolicy } from '#domain/members/policy.ts'
import { reportsPolicy } from '#domain/reports/policy.ts'
import { schedulingPolicy } from '#domain/scheduling/policy.ts'
import { findThings, MOST_OF_A_KIND, type Thing, type ThingKind } from '#web/desk/palette/found-things.ts'
import { Palette } from '#web/desk/palette/palette.tsx'
import { useServerThings } from '#web/desk/palette/use-server-things.ts'
import { useChangeClub } from '#web/shell/session/use-change-club.ts'
import { useMay } from '#web/shell/session/use-may.ts'
import { useClubs, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { useSchemes } from './club-data.ts'

const perPage = String(MOST_OF_A_KIND)

/** The members at work on a level, and the reports of a scheme: the club has no page of its own for either. */
function useCurriculumThings(text: string): ThingKind[] {
  const { t } = useTranslation()
  const schemes = [...useSchemes().values()].map(({ curriculum }) => curriculum)
  const mayList = useMay(membersPolicy['members.list'])
  const mayReport = useMay(reportsPolicy['reports.read'])
  const levels = schemes.flatMap(({ slug, name, tree }) =>
    tree
      .filter(({ t: kind }) => kind === 'l')
      .map(({ id, title }): Thing => ({
        id: slug + id,
        name: title,
        detail: name,
        to: `/members?level=${encodeURIComponent(slug + id)}`,
      })),
  )
  const reports = schemes.map(({ slug, name }): Thing => ({ id: slug, name, to: `/reports?scheme=${slug}` }))
  return [
    { title: t('palette.levels'), icon: GraduationCap, things: mayList ? findThings(levels, text) : [] },
    { title: t('palette.reports'), icon: ChartColumn, things: mayReport ? findThings(reports, text) : [] },
  ]
}

/** The user's other clubs; choosing one changes to it. */
function useClubThings(text: string): ThingKind {
  const { t } = useTranslation()
  const here = useMe()?.club?.id
  const { isAllowed, changeTo } = useChangeClub()
  const others = useClubs().filter(({ id }) => id !== here && isAllowed)
  const things = others.map(({ id, name }): Thing => ({ id, name, to: () => void changeTo(id) }))
  return { title: t('palette.clubs'), icon: Building2, things: findThings(things, text) }
}

/** Finds pages, groups, members, levels and clubs of the club's office. */
export function ClubPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const [text, setText] = useState('')
  const groups = useServerThings(text, {
    title: t('palette.groups'),
    icon: CalendarDays,
    allowed: useMay(schedulingPolicy['groups.read']),
    find: async (search, signal) =>
      (await api.list('/groups', { search, status: 'current', page: '0', per_page: perPage }, signal)).rows.map(
        ({ id, name, place }) => ({ id, name, detail: place, to: `/groups?group=${id}` }),
      ),
  })
  const members = useServerThings(text, {
    title: t('palette.members'),
    icon: User,
    allowed: useMay(membersPolicy['members.list']),
    find: async (search, signal) =>
      (await api.list('/members', { search, page: '0', per_page: perPage }, signal)).rows.map((member) => ({
        id: member.uuid,
        name: `${member.firstname} ${member.lastname}`,
        detail: member.ngo_id,
        to: `/members?member=${member.uuid}`,
      })),
  })
  const kinds = [groups, members, ...useCurriculumThings(text), useClubThings(text)]
  return <Palette text={text} onText={setText} kinds={kinds} onClose={onClose} />
}
