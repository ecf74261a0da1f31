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
  /** The club's id; empty: none. */
  value: string
  /** What choosing none is called; without it one is chosen always. */
  none?: string
  onChange: (id: string) => void
}

/** One of the client's clubs, however many there are: the first ones at a press, others by name or number. */
export function ClubSelect({ label, control, value, none, onChange }: ClubSelectProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const name = useClubName(value)
  const found = useFoundClubs(typed ?? '', open)
  const note = useFoundNote(found)
  const bare = none === undefined || (typed ?? '') !== '' ? [] : [{ id: '', name: none, ngo_id: null }]
  const rows = [...bare, ...found.rows]
  const called = value === '' ? (none ?? '') : name === null ? t('desk.clubs.unknown') : (name ?? '')
  return (
    <Combobox
      label={label}
      control={control}
      icon={Search}
      text={typed ?? called}
      onText={setTyped}
      onOpen={(now) => {
        setOpen(now)
        if (!now) setTyped(null)
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
      settled={async () => [...bare, ...(await found.settled())]}
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
