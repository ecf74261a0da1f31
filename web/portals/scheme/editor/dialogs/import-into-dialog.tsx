import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportIntoBody, ImportPlan } from '#contract/curriculum/scheme-files.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FoundOutlineView, isChosen, KindCounts, type Choices } from '../../schemes/found-outline.tsx'
import { ProblemList, SchemeFileField, useFileProblem, type ChosenFile } from '../../schemes/scheme-file-field.tsx'
import { ChangeCounts, ChangeList } from '../../sharing/change-list.tsx'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { SettingsList } from './settings-list.tsx'

/** Which side wins where the scheme and the file have both changed something. */
type Prefer = ImportIntoBody['prefer']

/** How many entries of removed content are listed. */
const MAX_REMOVED_SHOWN = 20

/** How long the alert after an import is shown. */
const ALERT_MS = 12_000

/** Imports a file into the open scheme as one batch, after showing all its changes. */
export function ImportIntoDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { edit } = useEditor()
  const { unsavedCount, revision } = useEditorSnapshot()
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [prefer, setPrefer] = useState<Prefer>('here')
  const [choices, setChoices] = useState<Choices>({})
  // while edits are not saved, the server would plan on an older tree
  const { plan, problem, retry } = usePlan(chosen, prefer, choices, unsavedCount === 0 ? revision : null)
  const { leave, question } = useUnsavedWarning(isChosen(choices) || prefer !== 'here', onClose)
  const importFile = () => {
    if (!plan) return
    edit(plan.edits, () => alerts.show(t('author.importInto.done'), 'done', ALERT_MS))
    onClose()
  }
  const noChanges = plan !== null && plan.refused === null && plan.edits.length === 0
  return (
    <Dialog
      open
      wide
      onClose={leave}
      title={t('author.importInto.title')}
      closeLabel={t('shell.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          <Button
            kind="main"
            disabled={!plan || plan.edits.length === 0 || unsavedCount > 0 || plan.revision !== revision}
            onClick={importFile}
          >
            {t(noChanges ? 'author.importInto.nothing' : 'author.importInto.now')}
          </Button>
        </>
      }
    >
      <p className="dim">{t('author.importInto.how')}</p>
      <SchemeFileField
        onChoose={(file) => {
          setChosen(file)
          setChoices({})
        }}
      />
      {unsavedCount > 0 ? <output>{t('author.importInto.waiting')}</output> : null}
      {problem === null ? null : (
        <Alert
          kind="bad"
          end={
            <Button size="small" onClick={retry}>
              {t('author.again')}
            </Button>
          }
        >
          <p>{problem}</p>
        </Alert>
      )}
      {plan ? (
        <>
          {plan.found ? (
            <FoundOutlineView found={plan.found} findings={plan} choices={choices} onChoose={setChoices} />
          ) : null}
          <KindCounts kinds={plan.kinds} />
          <Plan plan={plan} prefer={prefer} onPrefer={setPrefer} />
        </>
      ) : chosen && problem === null ? (
        <Skeleton height="8rem" />
      ) : null}
      {question}
    </Dialog>
  )
}

/** Asks the server what an import would do, again whenever the scheme or the preferred side changes. */
function usePlan(chosen: ChosenFile | null, prefer: Prefer, choices: Choices, revision: number | null) {
  const { t } = useTranslation()
  const { api, language } = useShell()
  const { raw } = useEditor()
  const { data, error, refetch } = useQuery({
    queryKey: ['import-plan', raw.slug, chosen?.chosenAt, prefer, choices, revision, language.language],
    queryFn: ({ signal }) =>
      chosen
        ? api.postQuery(
            `/schemes/${raw.slug}/import`,
            { format: chosen.format, text: chosen.text, prefer, ...choices } satisfies ImportIntoBody,
            signal,
          )
        : null,
    enabled: chosen !== null && revision !== null,
    placeholderData: keepPreviousData,
    // a plan holds for one revision, which is in its key, and is not kept when the dialog is closed
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const problemOf = useFileProblem()
  const problem = error instanceof ApiError ? problemOf(error) : t('author.schemes.fault')
  return {
    plan: error ? null : (data ?? null),
    problem: error ? problem : null,
    retry: () => void refetch(),
  }
}

function Plan({ plan, prefer, onPrefer }: { plan: ImportPlan; prefer: Prefer; onPrefer: (prefer: Prefer) => void }) {
  const { t } = useTranslation()
  const { titleOf } = useEditor()
  const { changes, settings, conflicts, removed, problems, refused } = plan
  /** Whether the scheme and the file changed the same things, so that the author must choose which side wins. */
  const bothChanged =
    // once the file wins, these conflicts may be gone; the choice stays, so that it can be taken back
    prefer === 'file' || conflicts.some(({ code }) => code.startsWith('CHANGED') || code.startsWith('DELETED'))
  return (
    <div className="stack plan" aria-live="polite">
      {refused ? (
        <Alert kind="bad">
          <p>{t('author.importInto.refused')}</p>
          <p>{t(`author.refused.${refused.code}`, { title: titleOf(refused.id) })}</p>
          <p>{refused.ids.map(titleOf).join(' → ')}</p>
        </Alert>
      ) : null}
      {bothChanged ? (
        <div className="split">
          <span className="grow">{t('author.importInto.both')}</span>
          <Segments<Prefer>
            label={t('author.importInto.both')}
            value={prefer}
            options={(['here', 'file'] as const).map((value) => ({
              value,
              label: t(`author.importInto.prefer.${value}`),
            }))}
            onChange={onPrefer}
          />
        </div>
      ) : null}
      {conflicts.length > 0 ? (
        <section>
          <h3>{t('author.importInto.conflicts', { count: plan.conflict_count })}</h3>
          <ProblemList problems={conflicts} count={plan.conflict_count} titleOf={titleOf} />
        </section>
      ) : null}
      {removed.length > 0 ? (
        <Alert kind="begun">
          <p>
            <b>{t('author.importInto.removed', { count: plan.removed_count })}</b>
          </p>
          <ul className="bullets">
            {removed.slice(0, MAX_REMOVED_SHOWN).map(({ title, what, text }, index) => (
              <li key={index}>
                {t(`author.importInto.removedItem.${what}`, { title })}
                {what === 'words' || what === 'section' ? <small className="dim"> {text}</small> : null}
              </li>
            ))}
          </ul>
          {plan.removed_count > MAX_REMOVED_SHOWN ? (
            <p>
              {t('author.change.more', { count: plan.removed_count - Math.min(removed.length, MAX_REMOVED_SHOWN) })}
            </p>
          ) : null}
        </Alert>
      ) : null}
      {problems.length > 0 ? (
        <section>
          <h3>{t('author.files.problems', { count: plan.problem_count })}</h3>
          <ProblemList problems={problems} count={plan.problem_count} titleOf={titleOf} />
        </section>
      ) : null}
      <section>
        <div className="split">
          <h3 className="grow">{t('author.importInto.changes')}</h3>
          <ChangeCounts changes={changes} />
        </div>
        {plan.edits.length === 0 && !refused ? <p className="dim">{t('author.importInto.same')}</p> : null}
        {settings.length > 0 ? <SettingsList settings={settings} /> : null}
        {changes.items.length > 0 ? <ChangeList changes={changes} /> : null}
      </section>
    </div>
  )
}
