import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { lastsAllDay, startTimeOn } from '#domain/scheduling/sessions.ts'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { fullName } from '#web/portals/coach/full-name.ts'
import { MedicalNote } from '#web/portals/coach/assess/person/person.tsx'
import { coachNames } from '#web/portals/coach/sessions/day-sessions.ts'
import './paper-sheet.css'

/** A column of a sheet; without `cell` its boxes are empty, to be filled in by pen. */
export interface PaperColumn {
  key: string
  title: string
  cell?: (member: CoachMember) => ReactNode
}

interface PaperSheetProps {
  group: Group
  /** The title of the level; null in a group without levels. */
  level: string | null
  date: string
  members: readonly CoachMember[]
  columns: readonly PaperColumn[]
}

/** A table of members to be printed, in landscape, with a heading that says which group, level and day it is. */
export function PaperSheet({ group, level, date, members, columns }: PaperSheetProps) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const facts = [
    fullDate(date, language),
    lastsAllDay(group) ? null : startTimeOn(group, date),
    group.place,
    coachNames(group),
  ]
  const title = level === null ? group.name : t('coach.grid.title', { group: group.name, level })
  return (
    <div className="paper-sheet">
      <h2>{title}</h2>
      <p className="small">{facts.filter(Boolean).join(' · ')}</p>
      {/* the table may be wider than a phone */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that arrow keys scroll it */}
      <section className="scroller" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('coach.grid.member')}</th>
              {columns.map((column) => (
                <th key={column.key} scope="col">
                  {keepUnitsTogether(column.title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <tr key={member.uuid}>
                <th scope="row">
                  {fullName(member)}
                  <MedicalNote member={member} />
                </th>
                {columns.map(({ key, cell }) => (
                  <td key={key}>{cell?.(member)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
