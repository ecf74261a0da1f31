import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#web/ui/form/combobox.tsx'
import type { FieldControl } from '#web/ui/form/field.tsx'
import { useSearchMessage } from './search-message.ts'
import { useClubName, useFoundClubs } from './use-found-clubs.ts'

interface ClubSelectProps {
  label: string
  control?: FieldControl
  /** The id of the chosen club, or '' for none. */
  value: string
  /** The name of the option to choose no club; without it a club must be chosen. */
  none?: string
  onChange: (id: string) => void
}

/**
 * Chooses one of the client's clubs. It offers the first page of them, and the others by a search for name or number.
 */
export function ClubSelect({ label, control, value, none, onChange }: ClubSelectProps) {
  const { t } = useTranslation()
  /** The search text; null shows the chosen club's name instead. */
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const name = useClubName(value)
  const found = useFoundClubs(typed ?? '', { enabled: open })
  const message = useSearchMessage(found)
  const noneRows = none === undefined || (typed ?? '') !== '' ? [] : [{ id: '', name: none, ngo_id: null }]
  const rows = [...noneRows, ...found.rows]
  const chosenIndex = rows.findIndex(({ id }) => id === value)
  // null means that there is no such club, undefined that its name is still loading
  const clubName = name === null ? t('desk.clubs.unknown') : (name ?? '')
  const chosenName = value === '' ? (none ?? '') : clubName
  return (
    <Combobox
      label={label}
      control={control}
      icon={Search}
      text={typed ?? chosenName}
      onText={setTyped}
      onOpen={(isOpen) => {
        setOpen(isOpen)
        if (!isOpen) setTyped(null)
      }}
      rows={rows}
      keyOf={({ id }) => id}
      initialIndex={typed === null && chosenIndex !== -1 ? chosenIndex : 0}
      message={message}
      onPick={({ id }) => onChange(id)}
      loadRows={async () => [...noneRows, ...(await found.loadRows())]}
    >
      {(club) => (
        <>
          {club.name}
          {club.ngo_id ? <span className="small dim">{club.ngo_id}</span> : null}
        </>
      )}
    </Combobox>
  )
}
