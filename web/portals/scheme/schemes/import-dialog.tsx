import { useTranslation } from 'react-i18next'
import type { ImportReport } from '#contract/curriculum/scheme-files.ts'
import { WorkProgress } from '#web/desk/work-progress.tsx'
import { ShortText } from '#web/shell/frame/limited-text.tsx'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FoundOutlineView, isChosen, KindCounts, type Choices } from './found-outline.tsx'
import { ProblemList, SchemeFileField } from './scheme-file-field.tsx'
import { nameIn, useImport } from './use-import.ts'

/** Creates a scheme from a file, after showing what can be imported and what cannot. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { chosen, name, setName, choices, report, problem, progress, choose, readAgain, start } = useImport()
  // a started import continues on the server with its name, so closing the dialog then loses nothing
  const { leave, question } = useUnsavedWarning(
    report !== null && progress === null && (name !== nameIn(report) || isChosen(choices)),
    onClose,
  )
  return (
    <Dialog
      open
      wide
      onClose={leave}
      title={t('author.files.importTitle')}
      closeLabel={t('shell.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          {/* keeps the focus while the import runs, so that Escape closes the dialog */}
          <IdleButton
            kind="main"
            idle={!report || report.nodes === 0 || progress !== null}
            onClick={() => void start()}
          >
            {report ? t('author.files.import', { count: report.nodes }) : t('author.importInto.now')}
          </IdleButton>
        </>
      }
    >
      <SchemeFileField onChoose={(file) => void choose(file)} />
      {problem === null ? null : (
        <Alert
          kind="bad"
          end={
            chosen && !report ? (
              <Button size="small" onClick={() => void choose(chosen)}>
                {t('author.again')}
              </Button>
            ) : null
          }
        >
          <p>{problem}</p>
        </Alert>
      )}
      {chosen && !report && problem === null ? <Skeleton height="8rem" /> : null}
      {report ? (
        <Findings
          report={report}
          name={name}
          onName={setName}
          choices={choices}
          onChoose={(next) => void readAgain(next)}
        />
      ) : null}
      {progress ? (
        <WorkProgress
          label={t('author.files.progress')}
          done={progress.done}
          total={progress.total ?? report?.nodes ?? 1}
          leaving={t('author.files.leaving')}
        />
      ) : null}
      {question}
    </Dialog>
  )
}

interface FindingsProps {
  report: ImportReport
  name: string
  onName: (name: string) => void
  choices: Choices
  onChoose: (choices: Choices) => void
}

/** The result of the check: how many nodes can be imported, the problems, and the name of the new scheme. */
function Findings({ report, name, onName, choices, onChoose }: FindingsProps) {
  const { t } = useTranslation()
  const leavesNothingOut = (report.found?.left_out ?? []).length === 0
  return (
    <>
      <Field label={t('author.schemes.name')}>
        {(control) => (
          <ShortText {...control} maxLength={100} value={name} onChange={(event) => onName(event.target.value)} />
        )}
      </Field>
      {report.found ? (
        <FoundOutlineView found={report.found} findings={report} choices={choices} onChoose={onChoose} />
      ) : null}
      <KindCounts kinds={report.kinds} />
      <output>
        {t('author.files.fits', { count: report.nodes })}{' '}
        {report.problem_count > 0
          ? t('author.files.problems', { count: report.problem_count })
          : leavesNothingOut
            ? t('author.files.allFits')
            : null}
      </output>
      <ProblemList problems={report.problems} count={report.problem_count} />
    </>
  )
}
