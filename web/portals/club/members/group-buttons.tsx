import { ArrowRightLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useGroupMembership } from '../groups/group-membership.ts'
import { GroupDialog } from './group-dialog.tsx'
import { useMemberWrites } from './detail/member-detail-data.ts'

/** Moves an active member from one group to another, or adds the member to a group. Both can be undone. */
export function GroupButtons({ detail }: { detail: MemberDetail }) {
  const { t } = useTranslation()
  const { busy, add, move } = useGroupMembership()
  const { refreshDetail } = useMemberWrites()
  const [asking, setAsking] = useState<'move' | 'add' | null>(null)
  const { uuid, firstname: name, groups, status } = detail
  if (status !== 'active') return null
  // a member may be in one group in two periods
  const ownGroups = groups.filter(({ id }, index) => groups.findIndex((group) => group.id === id) === index)

  async function run(work: Promise<boolean>): Promise<void> {
    // a refused choice can be corrected
    if (!(await work)) return
    setAsking(null)
    await refreshDetail(uuid)
  }
  return (
    <>
      {groups.length === 0 ? null : (
        <Button size="small" onClick={() => setAsking('move')}>
          <Icon icon={ArrowRightLeft} />
          {t('club.sheet.move')}
        </Button>
      )}
      <Button size="small" onClick={() => setAsking('add')}>
        <Icon icon={Plus} />
        {t('club.sheet.addToGroup')}
      </Button>
      {asking === 'move' ? (
        <GroupDialog
          title={t('club.sheet.moveTitle', { name })}
          confirmLabel={t('club.sheet.move')}
          busy={busy}
          from={ownGroups}
          except={ownGroups}
          onClose={() => setAsking(null)}
          onChoose={(target, fromId) => void run(move(fromId, detail, target))}
        />
      ) : null}
      {asking === 'add' ? (
        <GroupDialog
          title={t('club.sheet.addTitle', { name })}
          confirmLabel={t('club.sheet.addToGroup')}
          busy={busy}
          except={ownGroups}
          onClose={() => setAsking(null)}
          onChoose={(target) => void run(add(target, detail))}
        />
      ) : null}
    </>
  )
}
