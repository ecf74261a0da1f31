import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'

/** Opens the palette, as Ctrl or Cmd and K do anywhere on the page unless a dialog is open. */
export function PaletteButton() {
  const { t } = useTranslation()
  const { Palette } = useShell().definition
  const [open, setOpen] = useState(false)
  usePageKeys((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    // the browser's own Ctrl K would leave the page
    event.preventDefault()
    if (document.querySelector('[role=dialog], [role=alertdialog]') === null) setOpen(true)
  })
  if (Palette === undefined) return null
  return (
    <>
      <button type="button" className="input go-to" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon icon={Search} />
        <span className="grow">{t('desk.goTo')}</span>
        <span className="kbd" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      {open ? <Palette onClose={() => setOpen(false)} /> : null}
    </>
  )
}
