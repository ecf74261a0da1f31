import './import.css'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { MemberImport } from '#contract/flows/member-imports.ts'
import { isMissing } from '#web/api/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OwnRecordsPage } from '../own-records-page.tsx'
import { useClubDay } from '../club-day.ts'
import { ImportColumns } from './import-columns.tsx'
import { useImport } from './import-data.ts'
import { ImportResult } from './import-result.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportReading } from './import-reading.tsx'
import { ImportRows } from './import-rows.tsx'
import { ImportValues } from './import-values.tsx'

const STEPS = ['file', 'columns', 'values', 'rows', 'end'] as const
type Step = (typeof STEPS)[number]

/** Whether the user may go to a step of a draft: values and rows are known once every needed column is matched. */
function isReachable({ state, missing, unclear_dates }: MemberImport, step: Step): boolean {
  if (state !== 'draft') return step === 'end'
  if (step === 'file' || step === 'columns') return true
  return missing.length === 0 && (step === 'values' || (step === 'rows' && !unclear_dates))
}

/** The step that is shown of an import: the one that is asked for, else the first with something to do. */
function stepOf(memberImport: MemberImport | undefined, requestedStep: string | null): Step {
  if (!memberImport) return 'file'
  const requested = STEPS.find((step) => step === requestedStep)
  if (requested && isReachable(memberImport, requested)) return requested
  if (memberImport.state !== 'draft') return 'end'
  if (memberImport.missing.length > 0) return 'columns'
  return memberImport.unclear_dates ? 'values' : 'rows'
}

/**
 * Imports members from a file: choose it and see how it is read, assign its columns, say what texts mean, correct rows,
 * run the import [5.14], [8.19]. Each step is a page of its own, which can be left and come back to.
 */
export function ImportPage() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const id = address.get('id')
  /** Replaces all parameters of the URL's query. */
  const goTo = (parameters: Readonly<Record<string, string>>) => setAddress(parameters)
  return (
    <OwnRecordsPage title={t('club.import.title')} back={{ to: '/members', label: t('club.import.toMembers') }}>
      {id === null ? (
        <>
          <ImportHead />
          <Steps current="file" />
          <ImportFile onUploaded={({ id: uploaded }) => goTo({ id: uploaded, step: 'file' })} />
        </>
      ) : (
        <OneImport key={id} id={id} requestedStep={address.get('step')} goTo={goTo} />
      )}
    </OwnRecordsPage>
  )
}

interface OneImportProps {
  id: string
  requestedStep: string | null
  goTo: (parameters: Readonly<Record<string, string>>) => void
}

function OneImport({ id, requestedStep, goTo }: OneImportProps) {
  const { t } = useTranslation()
  const day = useClubDay()
  const importQuery = useImport(id)
  const memberImport = importQuery.data
  const step = stepOf(memberImport, requestedStep)
  if (!memberImport)
    return (
      <>
        <ImportHead />
        <div className="in" aria-busy={importQuery.isPending}>
          {importQuery.error === null ? (
            <Skeleton height="20rem" />
          ) : (
            <Alert kind="bad">
              <p role="alert">{t(isMissing(importQuery.error) ? 'club.import.unknown' : 'desk.failed')}</p>
            </Alert>
          )}
        </div>
      </>
    )
  return (
    <>
      <ImportHead
        subtitle={t('club.import.about', {
          file: memberImport.file_name,
          count: memberImport.rows,
          by: memberImport.by,
          day: day(memberImport.created_at),
        })}
      />
      <Steps current={step} memberImport={memberImport} />
      {step === 'file' ? (
        <ImportReading memberImport={memberImport} onDone={() => goTo({ id, step: 'columns' })} />
      ) : null}
      {step === 'columns' ? (
        <ImportColumns
          key={memberImport.columns.join()}
          memberImport={memberImport}
          onDone={() => goTo({ id, step: 'values' })}
        />
      ) : null}
      {step === 'values' ? (
        <ImportValues memberImport={memberImport} onDone={() => goTo({ id, step: 'rows' })} />
      ) : null}
      {step === 'rows' ? <ImportRows memberImport={memberImport} onDiscarded={() => goTo({})} /> : null}
      {step === 'end' ? <ImportResult memberImport={memberImport} /> : null}
    </>
  )
}

function ImportHead({ subtitle }: { subtitle?: string }) {
  const { t } = useTranslation()
  return (
    <header className="head">
      <div className="grow">
        <h1>{t('club.import.title')}</h1>
        {subtitle === undefined ? null : <p className="small dim">{subtitle}</p>}
      </div>
      <span className="end">
        <Link className="btn icon bare" to="/members" aria-label={t('club.import.toMembers')}>
          <Icon icon={X} />
        </Link>
      </span>
    </header>
  )
}

function Steps({ current, memberImport }: { current: Step; memberImport?: MemberImport }) {
  const { t } = useTranslation()
  const currentIndex = STEPS.indexOf(current)
  return (
    <ol className="steps">
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={index < currentIndex ? 'f' : undefined}
          aria-current={step === current ? 'step' : undefined}
        >
          <b>{index < currentIndex ? <Icon icon={Check} /> : index + 1}</b>
          {memberImport !== undefined && step !== current && isReachable(memberImport, step) ? (
            <Link to={`?${new URLSearchParams({ id: memberImport.id, step })}`}>{t(`club.import.step.${step}`)}</Link>
          ) : (
            <span>{t(`club.import.step.${step}`)}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
