import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import type { ClubMembersFileQuery } from '#contract/members/club-members.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { membersKey } from '../club-data.ts'
import { lazyPart } from '../lazy-part.ts'

const InviteQuestion = lazyPart(() => import('./invite-question.tsx').then((module) => module.InviteQuestion))

/** Invites the guardians of all members in the filtered list. */
export function BulkInvite({ query, count }: { query: ClubMembersFileQuery; count: number }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct()

  async function invite(): Promise<void> {
    await act(
      () => api.write('POST', '/members/invites', query),
      ({ invited, linked, refused, left: notYetInvited }) =>
        [
          t('club.bulk.invited', { count: invited }),
          linked > 0 ? t('club.bulk.linked', { count: linked }) : '',
          refused > 0 ? t('club.bulk.refused', { count: refused }) : '',
          notYetInvited > 0 ? t('club.bulk.left', { count: notYetInvited }) : '',
        ]
          .filter(Boolean)
          .join(' '),
    )
    setAsking(false)
    void refresh(queries, membersKey)
  }
  return (
    <>
      <Button disabled={count === 0} onClick={() => setAsking(true)}>
        <Icon icon={MailPlus} />
        {t('club.bulk.button')}
      </Button>
      {asking ? (
        <InviteQuestion
          title={t('club.bulk.title', { count })}
          confirmLabel={t('club.bulk.yes')}
          busy={busy}
          onClose={() => setAsking(false)}
          onConfirm={() => void invite()}
        />
      ) : null}
    </>
  )
}
