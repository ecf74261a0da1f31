import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Prints the page. */
export function PrintButton() {
  const { t } = useTranslation()
  return (
    <Button onClick={() => window.print()}>
      <Icon icon={Printer} />
      {t('desk.print')}
    </Button>
  )
}
