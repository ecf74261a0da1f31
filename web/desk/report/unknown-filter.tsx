import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'

/** These filters name a thing that may not exist any more; the server then names the filter in its refusal. */
export const CHECKED_FILTERS = ['group', 'club', 'scheme'] as const

interface UnknownFilterProps {
  filter: (typeof CHECKED_FILTERS)[number]
  onRemove: () => void
}

/** Says that an old address filters by something that is no more, and removes the filter. */
export function UnknownFilter({ filter, onRemove }: UnknownFilterProps) {
  const { t } = useTranslation()
  return (
    <Alert
      kind="bad"
      end={
        <Button size="small" onClick={onRemove}>
          {t('desk.report.takeAway')}
        </Button>
      }
    >
      <p>{t(`desk.report.gone.${filter}`)}</p>
    </Alert>
  )
}
