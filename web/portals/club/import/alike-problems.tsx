import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_CELL, type AlikeProblems as Problems, type MemberImport } from '#contract/flows/member-imports.ts'
import { useAct } from '#web/desk/use-act.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useAlikeProblems, useImportWrites } from './import-data.ts'
import { useFieldWords, useProblemWords } from './import-words.ts'

/** Texts for which several rows are refused: each is corrected, or its rows left out, all at once. */
export function AlikeProblems({ memberImport }: { memberImport: MemberImport }) {
  const { t } = useTranslation()
  const problems = useAlikeProblems(memberImport).data ?? []
  const { shared_addresses: shared } = memberImport
  if (problems.length === 0 && shared === 0) return null
  return (
    <details className="in alike" open>
      <summary>{t('club.import.alike', { count: problems.length + (shared > 0 ? 1 : 0) })}</summary>
      <ul>
        {shared === 0 ? null : <SharedAddresses id={memberImport.id} rows={shared} />}
        {problems.map((problem) => (
          <AlikeProblem
            key={`${problem.column} ${problem.problem} ${problem.text}`}
            id={memberImport.id}
            alike={problem}
          />
        ))}
      </ul>
    </details>
  )
}

/** Siblings' rows with one address and different names of its owner: the name that stands first is taken for all. */
function SharedAddresses({ id, rows }: { id: string; rows: number }) {
  const { t } = useTranslation()
  const { change } = useImportWrites()
  const { busy, act } = useAct()
  return (
    <li>
      <span className="grow">
        <b>{t('club.import.shared', { count: rows })}</b>{' '}
        <span className="small why">{t('club.import.sharedWhy')}</span>
      </span>
      <Button size="small" disabled={busy} onClick={() => void act(() => change(id, { first_guardian_names: true }))}>
        {t('club.import.firstNames', { count: rows })}
      </Button>
    </li>
  )
}

function AlikeProblem({ id, alike }: { id: string; alike: Problems[number] }) {
  const { t } = useTranslation()
  const fieldWords = useFieldWords()
  const problemWords = useProblemWords()
  const { change } = useImportWrites()
  const { busy, act } = useAct()
  const { column, field, problem, text, rows } = alike
  const [typed, setTyped] = useState(text)
  const settle = (put: string | null) => void act(() => change(id, { alike: { column, text, put } }))
  const name = t('club.import.alikeOf', {
    field: fieldWords(field),
    text: text || t('club.import.emptyCell'),
    count: rows,
  })
  return (
    <li>
      <span className="grow">
        <b>{name}</b> <span className="small why">{problemWords({ field: null, problem })}</span>
      </span>
      <input
        className="cell"
        aria-label={t('club.import.putInstead', { name })}
        maxLength={IMPORT_CELL}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button size="small" disabled={busy || typed.trim() === text} onClick={() => settle(typed.trim())}>
        {t('club.import.correctAll', { count: rows })}
      </Button>
      <Button size="small" kind="bare" disabled={busy} onClick={() => settle(null)}>
        {t('club.import.leaveOutBad', { count: rows })}
      </Button>
    </li>
  )
}
