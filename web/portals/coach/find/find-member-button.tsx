import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/portals/coach/lazy-part.ts'

const FindMemberDialog = lazyPart(() => import('./find-member-dialog.tsx').then((module) => module.FindMemberDialog))

/** The button in the header that opens the search for a member. */
export function FindMemberButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon className="find-member" aria-label={t('coach.find.title')} onClick={() => setOpen(true)}>
        <Icon icon={Search} />
      </Button>
      {open ? <FindMemberDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
