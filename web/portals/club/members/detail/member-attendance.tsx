import { Check, ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttendanceEntry } from '#contract/members/club-members.ts'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useMemberHistory, type MemberHistory } from './member-detail-data.ts'
import { HistoryList } from './member-history.tsx'

/** How many registers are shown as discs: about a term. */
const DISCS = 12

/** A member's attendance: a disc for each of the last registers, the newest last, and all of them in a list [3.6]. */
export function AttendancePart({ uuid }: { uuid: string }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const language = useWordLanguage()
  const [isListed, setIsListed] = useState(false)
  const history: MemberHistory<AttendanceEntry> = {
    list: 'attendance',
    load: (query, signal) => api.list(`/members/${uuid}/attendance`, query, signal),
  }
  const { data } = useMemberHistory(uuid, history, DISCS)
  if (!data || data.total === 0) return null
  const { rows, total } = data
  const wordsOf = ({ date, group, value }: AttendanceEntry) =>
    `${fullDate(date, language)}, ${group}: ${t(`club.sheet.${value}`)}`
  return (
    <section>
      <div className="split">
        <h3>{t('club.sheet.attendance')}</h3>
        <span className="end nowrap">
          {t('club.sheet.attended', {
            count: rows.filter(({ value }) => value === 'present').length,
            of: rows.length,
          })}
        </span>
      </div>
      <ul className="discs">
        {rows.toReversed().map((entry) => (
          <li key={`${entry.date}${entry.group}`} className={entry.value} title={wordsOf(entry)}>
            <Icon icon={entry.value === 'present' ? Check : X} />
            <span className="sr">{wordsOf(entry)}</span>
          </li>
        ))}
      </ul>
      {isListed ? (
        <HistoryList
          uuid={uuid}
          {...history}
          renderEntry={(entry) => (
            <>
              <span className="mid">{fullDate(entry.date, language)}</span>, {t(`club.sheet.${entry.value}`)}
              <br />
              <span className="dim">{listed([entry.group, entry.by])}</span>
            </>
          )}
        />
      ) : (
        <Button kind="bare" size="small" onClick={() => setIsListed(true)}>
          <Icon icon={ChevronDown} />
          {t('club.sheet.registers', { count: total })}
        </Button>
      )}
    </section>
  )
}
