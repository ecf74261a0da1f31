import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listItems } from '#domain/curriculum/address.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LinkDialog } from './link-dialog.tsx'

/** Adds an address or a node of the scheme to a section's list of links, which is stored as text. */
export function AddNodeLink({ value, onSave }: { value: string; onSave: (value: string) => boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const add = (href: string | null) => {
    if (href !== null) onSave([...new Set([...listItems(value), href])].join(', '))
  }
  return (
    <div>
      <Button size="small" kind="bare" onClick={() => setOpen(true)}>
        <Icon icon={Link2} />
        {t('author.rich.linkTitle')}
      </Button>
      {open ? <LinkDialog href="" onSet={add} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
