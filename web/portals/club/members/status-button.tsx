import { UserCheck, UserMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useAct } from '#web/desk/use-act.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useUndo } from '../use-undo.ts'
import { useMemberWrites } from './detail/member-detail-data.ts'

/**
 * Makes a member inactive or active. An inactive member leaves all groups [4.26]; undo puts the member back into them.
 */
export function StatusButton({ detail }: { detail: MemberDetail }) {
  const { t } = useTranslation()
  const { change, reload } = useMemberWrites()
  const { announce } = useUndo()
  const { busy, act } = useAct((code) => (code === 'EDIT_CONFLICT' ? t('club.sheet.meanwhile') : undefined))
  const { uuid, firstname: name, status, groups, revision } = detail
  const active = status === 'active'

  async function toggle(): Promise<void> {
    try {
      const { undo } = await change(uuid, { status: active ? 'inactive' : 'active' }, revision)
      const leavesGroups = active && groups.length > 0
      announce(
        leavesGroups
          ? t('club.sheet.nowOut', { name, count: groups.length, groups: groups.map((group) => group.name).join(', ') })
          : t(active ? 'club.sheet.nowInactive' : 'club.sheet.nowActive', { name }),
        undo,
      )
    } catch (error) {
      // the next press then starts from the member as somebody else has changed it
      if (error instanceof ApiError && error.error === 'EDIT_CONFLICT') await reload(uuid)
      throw error
    }
  }
  return (
    <Button size="small" disabled={busy} onClick={() => void act(toggle)}>
      <Icon icon={active ? UserMinus : UserCheck} />
      {t(active ? 'club.sheet.makeInactive' : 'club.sheet.makeActive')}
    </Button>
  )
}
