import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '#web/shell/frame/date-field.tsx'
import { isDayWithin } from '#web/shell/i18n/written-day.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { ClubSelect } from '#web/desk/clubs/club-select.tsx'
import { FilterSelect } from '#web/desk/list/filter-select.tsx'
import type { AddressChange } from '#web/desk/list/list-address.ts'
import { logKey, useLogWords, type LogScope } from './log-words.ts'

type FilterName = 'entity' | 'action' | 'club' | 'from' | 'to'

interface LogFiltersProps {
  scope: LogScope
  filters: Readonly<Record<FilterName, string | undefined>>
  change: (change: AddressChange) => void
}

/**
 * The filters of the log: the kind of thing, the action (a club's log) or the club (the client's log), and the days.
 */
export function LogFilters({ scope, filters, change }: LogFiltersProps) {
  const { t } = useTranslation()
  const words = useLogWords()
  const entities = useNames('entities')
  const actions = useNames('actions', { enabled: scope === 'club' })
  const choice = (
    name: FilterName,
    all: string,
    choices: readonly (readonly [id: string, label: string])[],
    alsoChange: AddressChange = {},
  ) => (
    <FilterSelect
      label={t(`desk.log.${name}`)}
      value={filters[name] ?? ''}
      all={t(`desk.log.${all}`)}
      choices={choices}
      onChange={(value) => change({ [name]: value, ...alsoChange })}
    />
  )
  const options = (names: readonly string[], labelOf: (name: string) => string) =>
    names.map((name) => [name, labelOf(name)] as const).sort(([, a], [, b]) => a.localeCompare(b))
  return (
    <>
      {/* `thing` is the id of one thing, so it goes when another kind of thing is chosen */}
      {choice('entity', 'allEntities', options(entities, words.entity), { thing: '' })}
      {scope === 'club' ? (
        choice('action', 'allActions', options(actions, words.action))
      ) : (
        <ClubSelect
          label={t('desk.log.club')}
          value={filters.club ?? ''}
          none={t('desk.log.allClubs')}
          onChange={(club) => change({ club })}
        />
      )}
      {(['from', 'to'] as const).map((day) => (
        <DayFilter
          key={day}
          label={t(`desk.log.${day}`)}
          day={filters[day] ?? ''}
          onChange={(value) => change({ [day]: value })}
        />
      ))}
    </>
  )
}

/** A day of the filters. A text that is no day, as while typing, stays in the field and filters nothing. */
function DayFilter({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="days">
      <DateField
        label={label}
        value={typed ?? day}
        onChange={(value) => {
          const isUsable = value === '' || isDayWithin(value)
          setTyped(isUsable ? null : value)
          if (isUsable) onChange(value)
        }}
      />
    </div>
  )
}

/** The kinds of things or actions that the log has entries of. */
function useNames(kind: 'entities' | 'actions', { enabled = true } = {}): readonly string[] {
  const { api } = useShell()
  const { data = [] } = useQuery({
    queryKey: [...logKey, kind],
    queryFn: ({ signal }) => api.get(`/audit/${kind}`, { signal }),
    enabled,
  })
  return data
}
