import { useTranslation } from 'react-i18next'
import type { MemberLogEntry } from '#contract/members/club-members.ts'
import { useLogWords } from '#web/desk/log/log-words.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { gradeWords } from './grade-words.ts'

type Mark = NonNullable<MemberLogEntry['mark']>
type Entered = NonNullable<MemberLogEntry['entered']>

/** Returns a function that says an entry of the member's log as a sentence: `Anna passed Backstroke, 10 m`. */
export function useEntryWords(name: string, schemes: ReadonlyMap<string, ReadyScheme>) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const log = useLogWords()

  function ofMark(mark: Mark): string {
    const title = keepUnitsTogether(mark.title)
    if (mark.node_id.endsWith('/manual') && mark.grade <= 0)
      return t(mark.grade < 0 ? 'club.log.revoked' : 'club.log.cleared', { title })
    if (mark.grade >= mark.pass) return t('club.log.passed', { name, title })
    const grade = gradeWords(t, schemes.get(mark.scheme_slug), mark.node_id, mark)
    return t('club.log.marked', { name, title, grade })
  }
  function ofEntered({ value, group, date, level }: Entered): string {
    if (level !== null) return t(value === true ? 'club.log.badgeGiven' : 'club.log.badgeNotGiven', { name, level })
    const day = date === null ? '' : fullDate(date, language)
    if (value === 'present' || value === 'absent') return t(`club.log.${value}`, { name, group: group ?? '', day })
    return t('club.log.noAttendance', { name, group: group ?? '', day })
  }
  return ({ action, group, fields, mark, entered }: MemberLogEntry): string => {
    if (mark !== null) return ofMark(mark)
    if (entered !== null) return ofEntered(entered)
    return t(`club.log.${action}`, {
      name,
      group: group ?? '',
      fields: fields.map((field) => t(`club.field.${field}`)).join(', '),
      // an action without a sentence is named as in the club's log
      defaultValue: log.action(action),
    })
  }
}
