import './clubs.css'
import { Check, CircleAlert, Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import type { NamedClub } from './found-clubs.ts'
import { useSearchMessage } from './search-message.ts'
import { useFoundClubs } from './use-found-clubs.ts'

interface ClubChoiceProps {
  label: string
  /** The ids of the chosen clubs. */
  chosen: readonly string[]
  /** The names of clubs that were chosen before the form was opened. */
  known: readonly { id: string; name: string }[]
  /** How many clubs can be chosen. */
  max: number
  onChange: (ids: string[]) => void
  error?: string | undefined
}

/** How many chosen clubs are listed by name; the others are only marked as chosen in the search. */
const MAX_NAMED = 12

/** Chooses several of the client's clubs. They are found by name or number, and chosen one by one or all at once. */
export function ClubChoice({ label, chosen, known, max, onChange, error }: ClubChoiceProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const id = useId()
  const [search, setSearch] = useState('')
  const [busy, setBusy] = useState(false)
  /** The names of the clubs that were chosen in this form. */
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const found = useFoundClubs(search)
  const message = useSearchMessage(found)
  const chosenIds = new Set(chosen)
  // clubs are also chosen after waiting for the server, when others may have been chosen or taken out meanwhile
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  })
  const nameById = new Map([...known.map(({ id: clubId, name }) => [clubId, name] as const), ...names])
  /** Adds clubs to the chosen ones, or removes them. */
  const setChosen = (clubs: readonly NamedClub[], { isChosen }: { isChosen: boolean }) => {
    setNames((current) => new Map([...current, ...clubs.map(({ id: clubId, name }) => [clubId, name] as const)]))
    const newIds = new Set(latest.current)
    for (const club of clubs) {
      newIds.delete(club.id)
      if (isChosen) newIds.add(club.id)
    }
    onChange([...newIds])
  }
  async function chooseAll(): Promise<void> {
    setBusy(true)
    try {
      setChosen(await found.loadAll(), { isChosen: true })
    } catch {
      alerts.show(t('desk.clubs.failed'), 'bad')
    }
    setBusy(false)
  }
  const { total = 0 } = found
  return (
    <fieldset className="span clubs" aria-describedby={`${id}-error`}>
      <legend className="label">{label}</legend>
      <Combobox
        label={t('desk.clubs.find')}
        icon={Search}
        text={search}
        placeholder={t('desk.clubs.find')}
        onText={setSearch}
        rows={found.rows}
        keyOf={(club) => club.id}
        isChosen={(club) => chosenIds.has(club.id)}
        message={message}
        onPick={(club) => setChosen([club], { isChosen: !latest.current.includes(club.id) })}
        loadRows={found.loadRows}
      >
        {(club) => (
          <>
            <span className="ticked">{chosenIds.has(club.id) ? <Icon icon={Check} /> : null}</span>
            <span className="grow">{club.name}</span>
            {club.ngo_id ? <span className="small dim">{club.ngo_id}</span> : null}
          </>
        )}
      </Combobox>
      <div className="split">
        <output className="small dim">{t('desk.clubs.chosen', { count: chosen.length })}</output>
        <span className="end split">
          {total > 0 && total <= max && (search.trim() !== '' || chosen.length < total) ? (
            <Button kind="bare" size="small" disabled={busy} onClick={() => void chooseAll()}>
              {search.trim() === ''
                ? t('desk.clubs.all', { count: total })
                : t('desk.clubs.allFound', { count: total })}
            </Button>
          ) : null}
          {chosen.length > 0 ? (
            <Button kind="bare" size="small" onClick={() => onChange([])}>
              {t('desk.clubs.noneOf')}
            </Button>
          ) : null}
        </span>
      </div>
      {chosen.length === 0 ? null : <ChosenClubs chosen={chosen} names={nameById} onChange={onChange} />}
      <div role="alert" id={`${id}-error`}>
        {error === undefined ? null : (
          <p className="why">
            <Icon icon={CircleAlert} /> {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

interface ChosenProps extends Pick<ClubChoiceProps, 'chosen' | 'onChange'> {
  names: ReadonlyMap<string, string>
}

/** The first of the chosen clubs by name, each with a button that removes it, and the number of the others. */
function ChosenClubs({ chosen, names, onChange }: ChosenProps) {
  const { t } = useTranslation()
  const shown = chosen.slice(0, MAX_NAMED)
  return (
    <ul className="chosen">
      {shown.map((id) => {
        const name = names.get(id) ?? t('desk.clubs.unknown')
        return (
          <li key={id} className="chip">
            {name}
            <Button
              kind="bare"
              icon
              size="small"
              aria-label={t('desk.clubs.takeOut', { name })}
              onClick={() => onChange(chosen.filter((other) => other !== id))}
            >
              <Icon icon={X} />
            </Button>
          </li>
        )
      })}
      {chosen.length > shown.length ? (
        <li className="small dim">{t('desk.clubs.others', { count: chosen.length - shown.length })}</li>
      ) : null}
    </ul>
  )
}
