import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'

/** The buttons of a dialog with a form: the one that closes it, and the one that submits the form. */
export function DialogButtons(props: { formId: string; label: string; disabled: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Button onClick={props.onClose}>{t('desk.cancel')}</Button>
      <Button kind="main" type="submit" form={props.formId} disabled={props.disabled}>
        {props.label}
      </Button>
    </>
  )
}
