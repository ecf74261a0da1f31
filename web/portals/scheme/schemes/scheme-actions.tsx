import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '../lazy-part.ts'
import type { SchemeAction } from './scheme-action.ts'

// the list is shown without the menu's code, which is a third of what the portal's first screen would load
const SchemeMenu = lazyPart(() => import('./scheme-menu.tsx').then((module) => module.SchemeMenu))

/** The button of a scheme's menu, and the menu once it is opened. */
export function SchemeActions({ scheme, onAct }: { scheme: Scheme; onAct: (action: SchemeAction) => void }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={button}
        size="small"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t('author.schemes.actionsOf', { name: scheme.name })}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {t('author.schemes.actions')}
        <Icon icon={ChevronDown} />
      </Button>
      {open ? <SchemeMenu scheme={scheme} onAct={onAct} button={button} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
