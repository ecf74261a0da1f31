import { Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { IMPORT_BYTES, type MemberImport } from '#contract/flows/member-imports.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useBeforeLeaving } from '#web/shell/frame/leave-question.tsx'
import { useStillOpen } from '#web/shell/frame/use-still-open.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useClubDay } from '../club-day.ts'
import { useImports, useImportWrites } from './import-data.ts'
import { useRefusalWords } from './import-words.ts'
import { ImportTemplate } from './import-template.tsx'

/** Uploads a chosen or dropped file. Below is the list of earlier imports. */
export function ImportFile({ onUploaded }: { onUploaded: (memberImport: MemberImport) => void }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { upload } = useImportWrites()
  const { busy, act } = useAct(useRefusalWords())
  const isStillOpen = useStillOpen()
  // within the portal the upload goes on; with the page it would end
  useBeforeLeaving(busy, () => {})

  async function uploadFile(file: File): Promise<void> {
    if (file.size > IMPORT_BYTES) return alerts.show(t('club.import.refused.PAYLOAD_TOO_LARGE'), 'bad')
    await act(async () => {
      const memberImport = await upload(file)
      if (isStillOpen()) return onUploaded(memberImport)
      alerts.show(t('club.import.readLater', { file: memberImport.file_name }), 'done')
    })
  }
  return (
    <div className="scroll grow in import-file">
      {/* a file input accepts dropped files itself, so it covers the whole box */}
      <label className="dropped">
        <Icon icon={Upload} />
        <b>{t(busy ? 'club.import.reading' : 'club.import.drop')}</b>
        <span className="small dim">{t('club.import.limits')}</span>
        <input
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,.ods,text/csv"
          disabled={busy}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            // emptied, so that the same file can be chosen again after it was corrected
            event.target.value = ''
            if (file) void uploadFile(file)
          }}
        />
      </label>
      <p className="small dim">{t('club.import.columnsHint')}</p>
      <ImportTemplate />
      <PastImports />
    </div>
  )
}

function PastImports() {
  const { t } = useTranslation()
  const day = useClubDay()
  const imports = useImports().data?.rows ?? []
  if (imports.length === 0) return null
  return (
    <section>
      <h2>{t('club.import.past')}</h2>
      <ul className="past">
        {imports.map((past) => (
          <li key={past.id} className="split">
            <Link className="grow" to={`?id=${past.id}`}>
              {past.file_name}
            </Link>
            <span className="small dim">{listed([past.by, day(past.created_at)])}</span>
            <Chip kind={past.state === 'done' ? 'done' : past.state === 'failed' ? 'bad' : 'line'}>
              {t(`club.import.state.${past.state}`, { count: past.state === 'done' ? past.entered : past.rows })}
            </Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}
