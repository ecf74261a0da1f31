import { Menu } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'

const PortalDrawer = lazyWithRetry(() => import('./portal-drawer.tsx').then((module) => module.PortalDrawer))

/** Opens the drawer, before and after login [2.21]–[2.27]. */
export function MenuButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon aria-label={t('shell.menu')} aria-expanded={open} onClick={() => setOpen(true)}>
        <Icon icon={Menu} />
      </Button>
      {open ? <PortalDrawer open onClose={() => setOpen(false)} /> : null}
    </>
  )
}
