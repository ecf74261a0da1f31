import './clubs.css'
import { Check, CircleAlert, Search, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import type { NamedClub } from './found-clubs.ts'
import { useFoundNote } from './found-note.ts'
import { useFoundClubs } from './use-found-clubs.ts'

interface ClubChoiceProps {
  label: string
  chosen: readonly string[]
  /** Those that were chosen before, by name. */
  known: readonly { id: string; name: string }[]
  /** So many can be chosen. */
  most: number
  onChange: (ids: string[]) => void
  error?: string | undefined
}

/** So many stand there by name; others are found, and a tick says that they are chosen. */
const NAMED = 12

/** Several of the client's clubs: found by name or number, chosen one by one or all that were found. */
export function ClubChoice({ label, chosen, known, most, onChange, error }: ClubChoiceProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const id = useId()
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const found = useFoundClubs(words, true)
  const note = useFoundNote(found)
  const ticked = new Set(chosen)
  const called = new Map([...known.map((one) => [one.id, one.name] as const), ...names])
  const put = (clubs: readonly NamedClub[], on: boolean) => {
    setNames(new Map([...names, ...clubs.map((one) => [one.id, one.name] as const)]))
    const now = new Set(chosen)
    for (const club of clubs) {
      now.delete(club.id)
      if (on) now.add(club.id)
    }
    onChange([...now])
  }
  async function chooseEvery(): Promise<void> {
    setBusy(true)
    try {
      put(await found.every(), true)
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
        text={words}
        placeholder={t('desk.clubs.find')}
        onText={setWords}
        rows={found.rows}
        keyOf={(club) => club.id}
        isChosen={(club) => ticked.has(club.id)}
        note={note}
        onPick={(club) => put([club], !ticked.has(club.id))}
        settled={found.settled}
      >
        {(club) => (
          <>
            <span className="ticked">{ticked.has(club.id) ? <Icon of={Check} /> : null}</span>
            <span className="grow">{club.name}</span>
            {club.ngo_id ? <span className="small dim">{club.ngo_id}</span> : null}
          </>
        )}
      </Combobox>
      <div className="split">
        <output className="small dim">{t('desk.clubs.chosen', { count: chosen.length })}</output>
        <span className="end split">
          {total > 0 && total <= most && (words.trim() !== '' || chosen.length < total) ? (
            <Button kind="bare" size="small" disabled={busy} onClick={() => void chooseEvery()}>
              {words.trim() === '' ? t('desk.clubs.all', { count: total }) : t('desk.clubs.allFound', { count: total })}
            </Button>
          ) : null}
          {chosen.length > 0 ? (
            <Button kind="bare" size="small" onClick={() => onChange([])}>
              {t('desk.clubs.noneOf')}
            </Button>
          ) : null}
        </span>
      </div>
      {chosen.length === 0 ? null : <Chosen chosen={chosen} names={called} onChange={onChange} />}
      <div role="alert" id={`${id}-error`}>
        {error === undefined ? null : (
          <p className="why">
            <Icon of={CircleAlert} /> {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

interface ChosenProps extends Pick<ClubChoiceProps, 'chosen' | 'onChange'> {
  names: ReadonlyMap<string, string>
}

/** Those that are chosen, the first of them by name, each with a way out. */
function Chosen({ chosen, names, onChange }: ChosenProps) {
  const { t } = useTranslation()
  const shown = chosen.slice(0, NAMED)
  return (
    <ul className="chosen">
      {shown.map((one) => {
        const name = names.get(one) ?? t('desk.clubs.unknown')
        return (
          <li key={one} className="chip">
            {name}
            <Button
              kind="bare"
              icon
              size="small"
              aria-label={t('desk.clubs.takeOut', { name })}
              onClick={() => onChange(chosen.filter((other) => other !== one))}
            >
              <Icon of={X} />
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
