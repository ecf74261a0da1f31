import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Guardian, MemberSheet } from '#contract/club-members.ts'
import type { InviteBody, InviteReply } from '#contract/members.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/shell-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useOwnsRecords } from './office-data.ts'

/** Invites a guardian to the parent portal: setting the password links the child. Pressed again it sends the mail again. */
export function InviteButton({ member, guardian }: { member: MemberSheet; guardian: Guardian }) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const owns = useOwnsRecords()
  const [busy, setBusy] = useState(false)
  const { guardian_firstname: firstname, guardian_lastname: lastname, guardian_email: email } = guardian
  // who is linked needs no invitation
  const linked = member.links.some((parent) => parent.firstname === firstname && parent.lastname === lastname)
  if (email === null || linked || !owns) return null

  async function invite(body: InviteBody): Promise<void> {
    setBusy(true)
    try {
      const { state } = await api.write<InviteReply>('POST', `/members/${member.uuid}/invites`, body)
      alerts.show(t(`club.invite.${state}`, { email: body.email }), 'done')
    } catch (error) {
      const code = error instanceof ApiError ? error.error : ''
      alerts.show(t(code.startsWith('CONFLICT_') ? `club.invite.${code}` : 'club.group.writeFailed'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="bare" size="small" disabled={busy} onClick={() => void invite({ email, firstname, lastname })}>
      <Icon of={Mail} />
      {t('club.invite.button')}
    </Button>
  )
}
