import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  IMPORT_CELL,
  type AlikeProblems as Problems,
  type ImportPatch,
  type MemberImport,
} from '#contract/flows/member-imports.ts'
import { useAct } from '#web/desk/use-act.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useAlikeProblems, useImportWrites } from './import-data.ts'
import { useFieldWords, useProblemWords } from './import-words.ts'

/** Texts for which several rows are refused: each is corrected, or its rows left out, all at once. */
export function AlikeProblems({ memberImport }: { memberImport: MemberImport }) {
  const { t } = useTranslation()
  const problems = useAlikeProblems(memberImport).data ?? []
  const { id, shared_addresses: shared, like_rows: likeRows, like_members: likeMembers } = memberImport
  const settled = [shared, likeRows, likeMembers].filter((rows) => rows > 0).length
  if (problems.length === 0 && settled === 0) return null
  return (
    <details className="in alike" open>
      <summary>{t('club.import.alike', { count: problems.length + settled })}</summary>
      <ul>
        {likeRows === 0 ? null : (
          <Settled
            id={id}
            title={t('club.import.likeRows', { count: likeRows })}
            why={t('club.import.likeRowsWhy')}
            answer={t('club.import.allSame', { count: likeRows })}
            patch={{ same_children: 'rows' }}
          />
        )}
        {likeMembers === 0 ? null : (
          <Settled
            id={id}
            title={t('club.import.likeMembers', { count: likeMembers })}
            why={t('club.import.likeMembersWhy')}
            answer={t('club.import.allSame', { count: likeMembers })}
            patch={{ same_children: 'members' }}
          />
        )}
        {shared === 0 ? null : (
          <Settled
            id={id}
            title={t('club.import.shared', { count: shared })}
            why={t('club.import.sharedWhy')}
            answer={t('club.import.firstNames', { count: shared })}
            patch={{ first_guardian_names: true }}
          />
        )}
        {problems.map((problem) => (
          <AlikeProblem key={`${problem.column} ${problem.problem} ${problem.text}`} id={id} alike={problem} />
        ))}
      </ul>
    </details>
  )
}

interface SettledProps {
  id: string
  title: string
  why: string
  answer: string
  /** What the answer changes. */
  patch: ImportPatch
}

/** What one answer settles for several rows, such as siblings' rows with one address and different names of its owner. */
function Settled({ id, title, why, answer, patch }: SettledProps) {
  const { change } = useImportWrites()
  const { busy, act } = useAct()
  return (
    <li>
      <span className="grow">
        <b>{title}</b> <span className="small why">{why}</span>
      </span>
      <Button size="small" disabled={busy} onClick={() => void act(() => change(id, patch))}>
        {answer}
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
