import './settings.css'
import { useTranslation } from 'react-i18next'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { Button } from '#web/ui/form/button.tsx'

interface SaveBarProps {
  changed: boolean
  busy: boolean
  onReset: () => void
  onSave: () => void
}

/** The bar with Save and Reset below a form; shown only while the form has unsaved changes, which are not left unasked. */
export function SaveBar({ changed, busy, onReset, onSave }: SaveBarProps) {
  const { t } = useTranslation()
  return (
    <div className="save-bar" aria-live="polite">
      {changed ? (
        <>
          <UnsavedEntries />
          <span className="grow dim">{t('author.settings.unsaved')}</span>
          <Button onClick={onReset}>{t('author.settings.reset')}</Button>
          <Button kind="main" disabled={busy} onClick={onSave}>
            {t('author.settings.save')}
          </Button>
        </>
      ) : null}
    </div>
  )
}
