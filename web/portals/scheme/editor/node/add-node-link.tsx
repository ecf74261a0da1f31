import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listedIn } from '#domain/curriculum/address.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LinkDialog } from './link-dialog.tsx'

/** Adds an address, or a node found by its name, to a list of links. */
export function AddNodeLink({ value, onKeep }: { value: string; onKeep: (value: string) => boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const add = (href: string | null) => {
    if (href !== null) onKeep([...new Set([...listedIn(value), href])].join(', '))
  }
  return (
    <div>
      <Button size="small" kind="bare" onClick={() => setOpen(true)}>
        <Icon of={Link2} />
        {t('author.rich.linkTitle')}
      </Button>
      {open ? <LinkDialog href="" onSet={add} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
