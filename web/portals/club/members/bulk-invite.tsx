import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenMembers } from '#contract/members/club-members.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useInvitesParents } from '../club-data.ts'
import { lazyPart } from '../lazy-part.ts'

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog))

interface BulkInviteProps {
  filters: NonNullable<ChosenMembers['matching']>
  disabled: boolean
}

/** Invites the guardians of all members in the filtered list. */
export function BulkInvite({ filters, disabled }: BulkInviteProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const invitesParents = useInvitesParents()
  if (!invitesParents) return null
  const close = () => setAsking(false)
  return (
    <>
      <Button disabled={disabled} onClick={() => setAsking(true)}>
        <Icon icon={MailPlus} />
        {t('club.bulk.button')}
      </Button>
      {asking ? <InviteDialog chosen={{ matching: filters }} onClose={close} onSent={close} /> : null}
    </>
  )
}
