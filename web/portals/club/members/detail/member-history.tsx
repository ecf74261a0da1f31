import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useMemberHistory, type MemberHistory } from './member-detail-data.ts'

const SHOWN_AT_FIRST = 5
/** The most entries that the server returns. */
const MAX_ENTRIES = 1_000

interface ListProps<Entry> extends MemberHistory<Entry> {
  uuid: string
  renderEntry: (entry: Entry) => ReactNode
}

/** The newest entries of one of a member's lists, with a button for more. */
export function HistoryList<Entry>({ uuid, list, load, renderEntry }: ListProps<Entry>) {
  const { t } = useTranslation()
  const [size, setSize] = useState(SHOWN_AT_FIRST)
  const { data } = useMemberHistory(uuid, { list, load }, size)
  if (!data) return null
  const older = data.total - data.rows.length
  return (
    <>
      <ul className="stack small">
        {data.rows.map((entry, index) => (
          // two entries may be equal
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>{renderEntry(entry)}</li>
        ))}
      </ul>
      {older > 0 && size < MAX_ENTRIES ? (
        <Button kind="bare" size="small" onClick={() => setSize(Math.min(size * 5, MAX_ENTRIES))}>
          <Icon icon={ChevronDown} />
          {t('club.sheet.older', { count: older })}
        </Button>
      ) : null}
    </>
  )
}

/** One of a member's lists with a heading; nothing if the list is empty. */
export function HistoryPart<Entry>({ title, ...list }: ListProps<Entry> & { title: string }) {
  const { data } = useMemberHistory(list.uuid, list, SHOWN_AT_FIRST)
  if (!data || data.total === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <HistoryList {...list} />
    </section>
  )
}
