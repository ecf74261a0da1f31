import '../oversight/oversight.css'
import { useQuery } from '@tanstack/react-query'
import { BEFORE_TS } from '#domain/assessment/brought.ts'
import { useTranslation } from 'react-i18next'
import type { ClientMember, ClientMemberDetail } from '#contract/members/client-members.ts'
import { FilterSelect } from '#web/desk/list/filter-select.tsx'
import { deviceDate, displayDate } from '#web/shell/i18n/dates.ts'
import { ClubSelect } from '#web/desk/clubs/club-select.tsx'
import { listQuery, idIn, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { FactList, ReadOnlyParts, SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { useList } from '#web/desk/list/use-list.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useDeviceDay } from '../device-day.ts'

/** The sort orders: `a` (ascending) or `d` (descending) and the column; the first is the default. */
const SORTS = ['alastname', 'dlastname', 'adob', 'ddob'] as const
const STATUSES = ['active', 'inactive'] as const
const membersKey = ['client-members'] as const

/** A member of more clubs has their number in place of their names. */
const MAX_NAMED_CLUBS = 2

/** Returns a function that formats a date of birth. */
function useBirthday(): (date: string) => string {
  const language = useWordLanguage()
  const today = deviceDate(useNow())
  return (date) => displayDate(date, today, language)
}

/** Lists the members of all clubs; nothing can be changed here [6.16]. */
export function MembersPage() {
  const { t } = useTranslation()
  const birthday = useBirthday()
  const list = useListAddress(SORTS, 'member')
  const club = idIn(list.address, 'club')
  const status = STATUSES.find((candidate) => candidate === list.address.get('status')) ?? ''
  const members = useList(membersKey, '/client-members', {
    ...listQuery(list),
    club: club === '' ? undefined : club,
    status: status === '' ? undefined : status,
  })
  const columns: readonly Column<ClientMember>[] = [
    {
      label: t('author.members.name'),
      sort: 'lastname',
      cell: ({ lastname, firstname }) => (
        <>
          {lastname}, <span>{firstname}</span>
        </>
      ),
    },
    { label: t('author.members.dob'), sort: 'dob', className: 'middle', cell: (member) => birthday(member.dob) },
    { label: t('author.members.number'), className: 'wide', cell: (member) => member.ngo_id },
    {
      label: t('author.members.clubs'),
      cell: (member) =>
        member.clubs.length > MAX_NAMED_CLUBS
          ? t('author.clubs.count', { count: member.clubs.length })
          : listed(member.clubs.map(({ name }) => name)),
    },
  ]
  const isFiltered = list.search !== '' || club !== '' || status !== ''
  return (
    <ListPage
      title={t('author.members.title')}
      searchLabel={t('author.members.search')}
      filters={
        <>
          <ClubSelect
            label={t('author.members.club')}
            value={club}
            none={t('author.members.allClubs')}
            onChange={(id) => list.change({ club: id })}
          />
          <FilterSelect
            label={t('author.users.field.status')}
            value={status}
            all={t('author.members.anyStatus')}
            choices={STATUSES.map((option) => [option, t(`author.members.status.${option}`)])}
            onChange={(option) => list.change({ status: option })}
          />
        </>
      }
      list={list}
      answer={members}
      empty={
        isFiltered
          ? {
              title: t('author.users.noneFound'),
              text: t(list.search === '' ? 'desk.filtered' : 'author.members.noneFoundText'),
            }
          : { title: t('author.members.none'), text: t('author.members.noneText') }
      }
      columns={columns}
      idOf={(member) => member.uuid}
      rowsOpen
      panel={list.open === null ? null : <MemberPanel key={list.open} uuid={list.open} onClose={list.close} />}
    />
  )
}

function MemberPanel({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const answer = useQuery({
    queryKey: [...membersKey, 'detail', uuid],
    queryFn: ({ signal }) => api.get(`/client-members/${uuid}`, { signal }),
  })
  return (
    <SideSheet
      id={uuid}
      answer={answer}
      nameOf={(member) => `${member.firstname} ${member.lastname}`}
      title={t('author.members.one')}
      notFoundText={t('author.members.unknown')}
      onClose={onClose}
    >
      {(member) => <Detail member={member} onClose={onClose} />}
    </SideSheet>
  )
}

function Detail({ member, onClose }: { member: ClientMemberDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const birthday = useBirthday()
  const day = useDeviceDay()
  const { firstname, lastname, age, clubs, groups, levels } = member
  return (
    <>
      <SideHead
        name={`${firstname} ${lastname}`}
        lead={<Avatar firstname={firstname} lastname={lastname} size="3rem" />}
        facts={[t('author.members.years', { count: age }), member.ngo_id]}
        onClose={onClose}
      />
      <ReadOnlyParts label={t('author.members.details')}>
        <section>
          <h3>{t('author.members.details')}</h3>
          <FactList
            facts={[
              [t('author.members.dob'), birthday(member.dob)],
              [t('author.members.number'), member.ngo_id],
            ]}
          />
        </section>
        <section>
          <h3>{t('author.members.clubs')}</h3>
          <ul className="facts">
            {clubs.map(({ id, name, status }) => (
              <li key={id}>
                {name} {status === 'inactive' ? <Chip kind="line">{t('author.members.status.inactive')}</Chip> : null}
                <span className="small dim">
                  {groups
                    .filter((group) => group.club_id === id)
                    .map((group) => group.name)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3>{t('author.members.levels')}</h3>
          {levels.length === 0 ? <p className="dim">{t('author.members.noLevels')}</p> : null}
          <ul className="facts">
            {levels.map(({ scheme_uuid, scheme, node_id, title, state, percent, completed_ts: completedTs }) => (
              <li key={`${scheme_uuid} ${node_id}`}>
                {title} <span className="small dim">{scheme}</span>
                <span className="small">
                  {state === 'passed'
                    ? t('author.members.passed', {
                        day: completedTs === null || completedTs === BEFORE_TS ? '' : day(completedTs),
                      })
                    : t(`author.members.state.${state}`, { percent })}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <p className="small dim">
          {t('author.members.readOnly')} {t('author.members.atClubs')}
        </p>
      </ReadOnlyParts>
    </>
  )
}
