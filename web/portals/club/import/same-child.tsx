import { useTranslation } from 'react-i18next'
import type { ImportRow } from '#contract/flows/member-imports.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useFieldWords } from './import-words.ts'

interface SameChildProps {
  row: number
  /** The number of the other row; null when the club has the child. */
  other: number | null
  differs: NonNullable<ImportRow['problems'][number]['differs']>
  busy: boolean
  onDecide: (decision: 'same' | 'other') => void
}

/** Shows what a row has beside what the child of the same name and birthday has, and asks whether they are one child. */
export function SameChild({ row, other, differs, busy, onDecide }: SameChildProps) {
  const { t } = useTranslation()
  const fieldWords = useFieldWords()
  const there = other === null ? t('club.import.inClub') : t('club.import.rowNumber', { row: other })
  return (
    <div className="same-child">
      {differs.length === 0 ? null : (
        <table className="small" aria-label={t('club.import.sideBySide', { row })}>
          <thead>
            <tr>
              <th scope="col">{t('club.import.field')}</th>
              <th scope="col">{t('club.import.rowNumber', { row })}</th>
              <th scope="col">{there}</th>
            </tr>
          </thead>
          <tbody>
            {differs.map(({ field, here, there: others }) => (
              <tr key={field}>
                <th scope="row">{fieldWords(field)}</th>
                <td>{here || '–'}</td>
                <td>{others === null ? t('club.import.notShown') : others || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <span className="flow">
        <Button
          size="small"
          disabled={busy}
          aria-label={t('club.import.sameChildOf', { row })}
          onClick={() => onDecide('same')}
        >
          {t('club.import.sameChild')}
        </Button>
        <Button
          size="small"
          disabled={busy}
          aria-label={t('club.import.otherChildOf', { row })}
          onClick={() => onDecide('other')}
        >
          {t('club.import.otherChild')}
        </Button>
        <span className="small dim">{t(other === null ? 'club.import.sameInClub' : 'club.import.sameInFile')}</span>
      </span>
    </div>
  )
}
