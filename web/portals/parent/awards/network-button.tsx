import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'

/** A button for something that only the server does. Without network it is grey, and says why when it is pressed. */
export function NetworkButton({ onClick, ...rest }: ComponentProps<typeof Button>) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { online } = useConnection()
  if (online) return <Button onClick={onClick} {...rest} />
  const reason = t('parent.needsNetwork')
  return <Button {...rest} aria-disabled title={reason} onClick={() => alerts.show(reason, 'note')} />
}
