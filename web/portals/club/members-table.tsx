import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClubMember } from '#contract/club-members.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LevelCells } from './member-level-cell.tsx'
import { SortHead } from './sort-head.tsx'

interface MembersTableProps {
  rows: readonly ClubMember[] | undefined
  schemes: ReadonlyMap<string, ReadyScheme>
  sort: string
  onSort: (sort: string) => void
  /** Who is open beside the table. */
  open: string | null
  /** Where a row leads. */
  linkTo: (uuid: string) => string
}

/** [3.6]: a row leads to the member's sheet. */
export function MembersTable({ rows, schemes, sort, onSort, open, linkTo }: MembersTableProps) {
  const { t } = useTranslation()
  return (
    <table className="table">
      <thead>
        <tr>
          <SortHead label={t('club.members.name')} field="lastname" sort={sort} onSort={onSort} />
          <th className="wide">{t('club.members.number')}</th>
          <SortHead label={t('club.members.age')} field="dob" sort={sort} onSort={onSort} />
          <th className="middle">{t('club.members.groups')}</th>
          <th>{t('club.members.level')}</th>
          <th className="middle">{t('club.members.progress')}</th>
          <th className="wide">{t('club.members.type')}</th>
        </tr>
      </thead>
      <tbody>
        {rows?.map((member) => (
          <tr key={member.uuid} aria-selected={member.uuid === open ? true : undefined}>
            <td className="name">
              <Link to={linkTo(member.uuid)} data-member={member.uuid}>
                {member.lastname}, <span>{member.firstname}</span>
              </Link>
            </td>
            <td className="wide num">{member.ngo_id}</td>
            <td className="num">{member.age}</td>
            <td className="middle">{(member.groups ?? []).map((group) => group.name).join(', ')}</td>
            <LevelCells member={member} schemes={schemes} />
            <td className="wide">{member.member_type}</td>
          </tr>
        ))}
        {rows === undefined
          ? Array.from({ length: 12 }, (_, k) => (
              <tr key={k}>
                <td colSpan={7}>
                  <Skeleton width={`${90 - ((k * 17) % 40)}%`} />
                </td>
              </tr>
            ))
          : null}
      </tbody>
    </table>
  )
}
