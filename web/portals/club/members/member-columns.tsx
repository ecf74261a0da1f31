import { useTranslation } from 'react-i18next'
import type { ClubMember } from '#contract/members/club-members.ts'
import { levelsOf, type ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import type { Column } from '#web/desk/list/list-table.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { MemberPips } from './detail/member-pips.tsx'

type Schemes = ReadonlyMap<string, ReadyScheme>

/** The columns of the list of members [3.6]. */
export function useMemberColumns(schemes: Schemes): readonly Column<ClubMember>[] {
  const { t } = useTranslation()
  return [
    {
      label: t('club.members.name'),
      sort: 'lastname',
      cell: ({ lastname, firstname }) => (
        <>
          {lastname}, <span>{firstname}</span>
        </>
      ),
    },
    { label: t('club.members.number'), className: 'wide num nowrap', cell: (member) => member.ngo_id },
    { label: t('club.members.age'), sort: 'dob', isReversed: true, className: 'num', cell: (member) => member.age },
    {
      label: t('club.members.groups'),
      className: 'middle',
      cell: (member) => listed((member.groups ?? []).map((group) => group.name)),
    },
    {
      label: t('club.members.level'),
      className: 'nowrap',
      cell: (member) =>
        levelsOf(member, schemes)[0]?.levelTitle ?? <span className="dim">{t('club.members.noLevel')}</span>,
    },
    {
      label: t('club.members.progress'),
      className: 'middle',
      cell: (member) => <MemberPips member={member} schemes={schemes} />,
    },
    { label: t('club.members.type'), className: 'wide', cell: (member) => member.member_type },
  ]
}
