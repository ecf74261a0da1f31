import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { saveFile } from '#web/shell/frame/save-file.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { failureKey } from '../failure-key.ts'

const mediaTypes = { json: 'application/json', csv: 'text/csv' } as const

/** Downloads the scheme as a file: complete (JSON), or as an outline for a spreadsheet (CSV). */
export function FilesCard({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const save = async (format: keyof typeof mediaTypes) => {
    try {
      saveFile(`${slug}.${format}`, mediaTypes[format], await api.file(`/schemes/${slug}/export`, { format }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      alerts.show(t(failureKey(error, 'author.settings.refused')), 'bad')
    }
  }
  return (
    <Card className="in stack">
      <h2>{t('author.files.exportTitle')}</h2>
      <p className="dim">{t('author.files.exportText')}</p>
      <div className="flow">
        {(['json', 'csv'] as const).map((format) => (
          <Button key={format} onClick={() => void save(format)}>
            <Icon icon={Download} />
            {t(`author.files.${format}`)}
          </Button>
        ))}
      </div>
    </Card>
  )
}
