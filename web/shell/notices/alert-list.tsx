import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { alertIcons } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ToastRegion } from '#web/ui/overlay/toast-region.tsx'
import type { Alerts } from './alerts.ts'

/**
 * Alerts, which disappear after a while or when they are pressed [4.33]; one that offers to undo has a button for that
 * instead. They are rendered into the body, because an open dialog makes the application inert.
 */
export function AlertList({ alerts }: { alerts: Alerts }) {
  const { t } = useTranslation()
  const list = useSyncExternalStore(alerts.subscribe, alerts.get)
  return createPortal(
    <ToastRegion label={t('shell.alerts')}>
      {list.map((alert) =>
        alert.undo ? (
          <div key={alert.id} className={classNames('alert', alert.type !== 'note' && alert.type)}>
            <Icon icon={alertIcons[alert.type]} />
            <span>{alert.text}</span>
            <Button
              size="small"
              onClick={({ detail: pressCount }) => {
                // the second press of a double press was meant for the alert whose place this one has taken
                if (pressCount > 1) return
                alerts.dismiss(alert.id)
                alert.undo?.()
              }}
            >
              {t('shell.undo')}
            </Button>
          </div>
        ) : (
          <button
            key={alert.id}
            type="button"
            className={classNames('alert press', alert.type !== 'note' && alert.type)}
            onClick={() => alerts.dismiss(alert.id)}
          >
            <Icon icon={alertIcons[alert.type]} />
            <span>{alert.text}</span>
            <span className="sr">{t('shell.dismiss')}</span>
          </button>
        ),
      )}
    </ToastRegion>,
    document.body,
  )
}
