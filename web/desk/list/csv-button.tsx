import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { deviceDate } from '#web/shell/i18n/dates.ts'
import { saveFile } from '#web/shell/frame/save-file.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

export interface CsvFile {
  /** Asks for the file, with the filters of the list. */
  load: () => Promise<string>
  /** The beginning of the file's name: `members` for `members-2026-11-21.csv`. */
  name: string
}

/** Returns `download`, which saves a CSV file and says so, or that it failed. */
export function useCsvDownload() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const [busy, setBusy] = useState(false)

  async function download({ load, name }: CsvFile): Promise<void> {
    setBusy(true)
    try {
      saveFile(`${name}-${deviceDate(Date.now())}.csv`, 'text/csv', await load())
      alerts.show(t('desk.downloaded'), 'done')
    } catch {
      alerts.show(t('desk.failed'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return { busy, download }
}

/** Downloads the filtered list as a CSV file. */
export function CsvButton({ disabled, ...file }: CsvFile & { disabled: boolean }) {
  const { busy, download } = useCsvDownload()
  return (
    <Button disabled={busy || disabled} onClick={() => void download(file)}>
      <Icon icon={Download} />
      CSV
    </Button>
  )
}
