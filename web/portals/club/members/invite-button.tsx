import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Guardian, MemberDetail } from '#contract/members/club-members.ts'
import type { InviteBody } from '#contract/members/guardians.ts'
import { nameToInvite } from '#domain/members/guardian-fields.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useInvitesParents } from '../club-data.ts'

/**
 * Invites a guardian to the parent portal, or sends the mail again. The child is linked when the guardian sets a
 * password.
 */
export function InviteButton({ member, guardian }: { member: MemberDetail; guardian: Guardian }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const { busy, act } = useAct((code) => (code.startsWith('CONFLICT_') ? t(`club.invite.${code}`) : undefined))
  const invitesParents = useInvitesParents()
  const { guardian_email: email } = guardian
  const { firstname, lastname } = nameToInvite(guardian, member)
  // a linked parent needs no invitation; links and guardians have only the name in common
  const linked = member.links.some((parent) => parent.firstname === firstname && parent.lastname === lastname)
  if (email === null || linked || !invitesParents) return null

  const body: InviteBody = { email, firstname, lastname }
  return (
    <Button
      kind="bare"
      size="small"
      disabled={busy}
      onClick={() =>
        void act(
          () => api.write('POST', `/members/${member.uuid}/invites`, body),
          ({ state }) => t(`club.invite.${state}`, { email }),
        )
      }
    >
      <Icon icon={Mail} />
      {t('club.invite.button')}
    </Button>
  )
}
