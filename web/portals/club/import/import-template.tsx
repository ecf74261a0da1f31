import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TEMPLATE } from '#domain/members/import-template.ts'
import { saveFile } from '#web/shell/frame/save-file.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFieldWords } from './import-words.ts'

/** An empty file with every usual column, and what each of them may hold. */
export function ImportTemplate() {
  const { t } = useTranslation()
  const fieldWords = useFieldWords()

  async function save(): Promise<void> {
    const { stringify } = await import('csv-stringify/browser/esm/sync')
    const rows = [TEMPLATE.map(({ field }) => fieldWords(field)), TEMPLATE.map(({ example }) => example)]
    saveFile('members.csv', 'text/csv', stringify(rows, { bom: true }))
  }
  return (
    <details className="template">
      <summary>{t('club.import.template')}</summary>
      <Button onClick={() => void save()}>
        <Icon icon={Download} />
        {t('club.import.saveTemplate')}
      </Button>
      <table className="table still" aria-label={t('club.import.template')}>
        <thead>
          <tr>
            <th>{t('club.import.column')}</th>
            <th>{t('club.import.example')}</th>
          </tr>
        </thead>
        <tbody>
          {TEMPLATE.map(({ field, example }) => (
            <tr key={field}>
              <td className="name">{fieldWords(field)}</td>
              <td className="dim">{example}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
