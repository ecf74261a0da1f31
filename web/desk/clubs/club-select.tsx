import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#web/ui/form/combobox.tsx'
import type { FieldControl } from '#web/ui/form/field.tsx'
import { useFoundNote } from './found-note.ts'
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

/** Chooses one of the client's clubs. It offers the first ones at once, and the others by a search for name or number. */
export function ClubSelect({ label, control, value, none, onChange }: ClubSelectProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const name = useClubName(value)
  const found = useFoundClubs(typed ?? '', open)
  const note = useFoundNote(found)
  const noneRows = none === undefined || (typed ?? '') !== '' ? [] : [{ id: '', name: none, ngo_id: null }]
  const rows = [...noneRows, ...found.rows]
  const chosenName = value === '' ? (none ?? '') : name === null ? t('desk.clubs.unknown') : (name ?? '')
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
      first={
        typed === null
          ? Math.max(
              0,
              rows.findIndex(({ id }) => id === value),
            )
          : 0
      }
      note={note}
      onPick={({ id }) => onChange(id)}
      settled={async () => [...noneRows, ...(await found.settled())]}
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
