import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/shell/frame/confirm-dialog.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useSharingAct } from './use-sharing.ts'

interface WithdrawButtonProps {
  slug: string
  name: string
  /** How many organisations follow the scheme. */
  count: number
  disabled: boolean
  onDone: () => void
}

/** Withdraws a published scheme from the catalogue, after a question that says what that means for its subscribers. */
export function WithdrawButton({ slug, name, count, disabled, onDone }: WithdrawButtonProps) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { busy, act } = useSharingAct()
  const [isAsking, setAsking] = useState(false)
  const withdraw = () => {
    setAsking(false)
    void act(() => api.write('POST', `/schemes/${slug}/withdraw`)).then((withdrawn) => {
      if (!withdrawn) return
      alerts.show(t('author.publish.withdrawn', { name }), 'done')
      onDone()
    })
  }
  return (
    <>
      <Button kind="risk" className="at-start" disabled={disabled || busy} onClick={() => setAsking(true)}>
        {t('author.publish.withdraw')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('author.publish.withdrawAsk', { name })}
        confirmLabel={t('author.publish.withdrawNow')}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={withdraw}
      >
        <p>{t('author.publish.withdrawText', { count })}</p>
      </ConfirmDialog>
    </>
  )
}
