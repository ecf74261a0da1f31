import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface PrintButtonProps {
  /** Whether something that belongs on the paper is still on its way. */
  waits?: boolean
}

/** Prints the page. */
export function PrintButton({ waits = false }: PrintButtonProps) {
  const { t } = useTranslation()
  return (
    <Button disabled={waits} onClick={() => window.print()}>
      <Icon icon={Printer} />
      {t('desk.print')}
    </Button>
  )
}
