import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MemberImport } from '#contract/flows/member-imports.ts'
import { useAct } from '#web/desk/use-act.ts'
import { saveFile } from '#web/shell/frame/save-file.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useImportWrites } from './import-data.ts'
import { useProblemWords } from './import-words.ts'

/** Saves the rows that are to be settled, or those that were left out, as the file had them. */
export function SaveRowsButton({ memberImport, state }: { memberImport: MemberImport; state: 'bad' | 'out' }) {
  const { t } = useTranslation()
  const problemWords = useProblemWords()
  const { loadRows } = useImportWrites()
  const { busy, act } = useAct()
  const { [state]: count } = memberImport
  const words = state === 'bad' ? 'club.import.errorFile' : 'club.import.leftOutFile'

  async function save(): Promise<void> {
    await act(
      async () => {
        const [rows, { errorRows }] = await Promise.all([
          loadRows(memberImport.id, state, count),
          import('./error-file.ts'),
        ])
        const name = t(state === 'bad' ? 'club.import.errors' : 'club.import.leftOutName')
        saveFile(
          // in place of the file's extension
          `${memberImport.file_name.replace(/\.\w+$/, '')}-${name}.csv`,
          'text/csv',
          errorRows(memberImport, rows, problemWords, t('club.import.what')),
        )
      },
      () => t('desk.downloaded'),
    )
  }
  return (
    <Button disabled={busy} onClick={() => void save()}>
      <Icon icon={Download} />
      {t(words, { count })}
    </Button>
  )
}
