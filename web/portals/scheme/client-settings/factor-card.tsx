import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientSettings } from '#contract/tenants/client-settings.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useSaveClient } from './use-client-settings.ts'

/** Sets whether administrators and authors need a second factor. Requiring it logs out users without one, so it asks first. */
export function FactorCard({ settings: { second_factor: policy } }: { settings: ClientSettings }) {
  const { t } = useTranslation()
  const { busy, save } = useSaveClient()
  const [confirming, setConfirming] = useState(false)
  const savePolicy = (newPolicy: ClientSettings['second_factor']) => {
    setConfirming(false)
    void save({ second_factor: newPolicy })
  }
  return (
    <Card className="in stack">
      <h2>{t('author.client.security')}</h2>
      <Switch
        label={t('author.client.factor')}
        hint={t('author.client.factorHint')}
        on={policy === 'required'}
        disabled={busy}
        onChange={(on) => (on ? setConfirming(true) : savePolicy('optional'))}
      />
      {confirming ? (
        <Question
          open
          onClose={() => setConfirming(false)}
          title={t('author.client.factorTitle')}
          footer={
            <>
              <Button onClick={() => setConfirming(false)}>{t('desk.cancel')}</Button>
              <Button kind="main" onClick={() => savePolicy('required')}>
                {t('author.client.factorYes')}
              </Button>
            </>
          }
        >
          <p>{t('author.client.factorText')}</p>
        </Question>
      ) : null}
    </Card>
  )
}
