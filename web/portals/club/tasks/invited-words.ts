import { useTranslation } from 'react-i18next'
import type { BulkInviteReply } from '#contract/members/club-members.ts'

/** Says what an invitation of many guardians did. */
export function useInvitedWords(): (reply: BulkInviteReply) => string {
  const { t } = useTranslation()
  return ({ invited, linked, refused }) =>
    [
      invited > 0 || linked === 0 ? t('club.bulk.invited', { count: invited }) : '',
      linked > 0 ? t('club.bulk.linked', { count: linked }) : '',
      refused > 0 ? t('club.bulk.refused', { count: refused }) : '',
    ]
      .filter(Boolean)
      .join(' ')
}
