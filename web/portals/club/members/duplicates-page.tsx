import '../club.css'
import { Merge, Undo2, Users, X } from 'lucide-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Duplicate, DuplicateMember } from '#contract/flows/member-merges.ts'
import { useListAddress } from '#web/desk/list/list-address.ts'
import { ListPager } from '#web/desk/list/list-pager.tsx'
import { useLastPage } from '#web/desk/list/use-last-page.ts'
import { refresh, useList } from '#web/desk/list/use-list.ts'
import { isFailing } from '#web/desk/is-failing.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { numberText } from '#web/shell/i18n/numbers.ts'
import { FactList } from '#web/desk/side-sheet.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useClubDay } from '../club-day.ts'
import { changeSetsKey, duplicatesKey, groupsKey, membersKey } from '../club-data.ts'
import { OwnRecordsPage } from '../own-records-page.tsx'
import { UNDO_MS, useUndo } from '../use-undo.ts'

const mergesKey = [...membersKey, 'merges'] as const
const separateKey = [...membersKey, 'separate'] as const

const nameOf = ({ firstname, lastname }: DuplicateMember) => `${firstname} ${lastname}`

/** The only order of the list. */
const SORTS = ['aname'] as const

/** Lists members that were probably entered twice, to be merged or kept apart. Both can be undone. */
export function DuplicatesPage() {
  const { t } = useTranslation()
  return (
    <OwnRecordsPage title={t('club.duplicates.title')} back={{ to: '/members', label: t('club.import.toMembers') }}>
      <Duplicates />
    </OwnRecordsPage>
  )
}

function Duplicates() {
  const { t } = useTranslation()
  const list = useListAddress(SORTS, 'pair')
  const { page, size } = list
  const duplicates = useList(duplicatesKey, '/members/duplicates', { page: String(page), per_page: String(size) })
  const { data } = duplicates
  useLastPage(list, data, (lastPage) => list.change({ page: lastPage }))
  return (
    <>
      <header className="head">
        <div className="grow">
          <h1>
            {t('club.duplicates.title')}{' '}
            {data && data.total > 0 ? <span className="dim">{numberText(data.total)}</span> : null}
          </h1>
          <p className="small dim">{t('club.duplicates.text')}</p>
        </div>
        <Link className="btn icon bare" to="/members" aria-label={t('club.import.toMembers')}>
          <Icon icon={X} />
        </Link>
      </header>
      <div className="scroll grow in twins" aria-busy={duplicates.isPending}>
        {isFailing(duplicates) ? <NotLoaded onRetry={duplicates.refetch} /> : null}
        {duplicates.isPending ? <Skeleton height="14rem" /> : null}
        {data?.total === 0 ? <Empty title={t('club.duplicates.none')}>{t('club.duplicates.noneText')}</Empty> : null}
        {data?.rows.map((pair) => (
          <Pair key={pair.members[0].uuid + pair.members[1].uuid} pair={pair} />
        ))}
        <KeptApart />
        <PastMerges />
      </div>
      {data && data.total > 0 ? (
        <ListPager
          page={page}
          size={size}
          total={data.total}
          onPage={(next) => list.change({ page: next === 0 ? '' : String(next), per_page: String(size) })}
          onSize={(next) => list.change({ per_page: String(next) })}
        />
      ) : null}
    </>
  )
}

function Pair({ pair: { why, members } }: { pair: Duplicate }) {
  const { t } = useTranslation()
  const { busy, keepApart } = useSeparate()
  const [first, second] = members
  const name = t('club.duplicates.pair', { a: nameOf(first), b: nameOf(second) })
  return (
    <section aria-label={name}>
      <div className="split">
        <h2>{t(`club.duplicates.why.${why}`)}</h2>
        <Button size="small" className="end" disabled={busy} onClick={() => void keepApart(first, second)}>
          <Icon icon={Users} />
          {t('club.duplicates.areTwo')}
          <span className="sr">{name}</span>
        </Button>
      </div>
      <div className="pair">
        <DuplicateCard member={first} other={second} />
        <DuplicateCard member={second} other={first} />
      </div>
    </section>
  )
}

/** Remembers that two records are two children, and lists them as duplicates again. */
function useSeparate() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct()

  async function listAgain(uuid: string, otherUuid: string): Promise<void> {
    await act(() => api.write('DELETE', `/members/${uuid}/separate`, { other_uuid: otherUuid }))
    await refresh(queries, duplicatesKey, membersKey)
  }
  async function keepApart(first: DuplicateMember, second: DuplicateMember): Promise<void> {
    await act(async () => {
      await api.write('POST', `/members/${first.uuid}/separate`, { other_uuid: second.uuid })
      const names = { a: nameOf(first), b: nameOf(second) }
      alerts.show(t('club.duplicates.apartDone', names), 'done', UNDO_MS, () => void listAgain(first.uuid, second.uuid))
    })
    await refresh(queries, duplicatesKey, membersKey)
  }
  return { busy, keepApart, listAgain }
}

/** The pairs that are known to be two children. */
function KeptApart() {
  const { t } = useTranslation()
  const { api } = useShell()
  const day = useClubDay()
  const { busy, listAgain } = useSeparate()
  const pairs = useQuery({ queryKey: separateKey, queryFn: ({ signal }) => api.get('/members/separate', { signal }) })
  if (!pairs.data || pairs.data.length === 0) return null
  return (
    <section>
      <h2>{t('club.duplicates.twoChildren')}</h2>
      <ul className="places">
        {pairs.data.map(({ members: [first, second], by, at }) => {
          const name = t('club.duplicates.pair', { a: first.name, b: second.name })
          return (
            <li key={first.uuid + second.uuid} className="split">
              <span className="grow">
                {name} <span className="small dim">{listed([by, day(at)])}</span>
              </span>
              <Button size="small" disabled={busy} onClick={() => void listAgain(first.uuid, second.uuid)}>
                <Icon icon={Undo2} />
                {t('club.duplicates.listAgain')}
                <span className="sr">{name}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function DuplicateCard({ member, other }: { member: DuplicateMember; other: DuplicateMember }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const language = useWordLanguage()
  const queries = useQueryClient()
  const { busy, act } = useAct((code, _ids, { field }) => {
    if (code === 'MERGE_TOO_MUCH') return t('club.duplicates.tooMuch', { field: t(`club.field.${field}`) })
    return code === 'MEMBER_ELSEWHERE' ? t('club.duplicates.elsewhere') : undefined
  })

  /** Keeps this member and merges the other one into it. */
  async function keep(): Promise<void> {
    await act(
      () => api.write('POST', `/members/${member.uuid}/merge`, { merged_uuid: other.uuid }),
      () => t('club.duplicates.done', { name: nameOf(member) }),
    )
    await refresh(queries, duplicatesKey, membersKey, groupsKey, changeSetsKey)
  }
  return (
    <article className="stack">
      <h3>
        <Link to={`/members?member=${member.uuid}`}>{nameOf(member)}</Link>
      </h3>
      <FactList
        facts={[
          [t('club.field.dob'), fullDate(member.dob, language)],
          [t('club.field.ngo_id'), member.ngo_id],
          [t('club.field.status'), t(`club.members.view.${member.status}`)],
          [t('club.members.groups'), listed(member.groups) || null],
          [t('club.field.guardians'), listed(member.guardians) || null],
          [t('club.sheet.history'), String(member.marks)],
          [t('club.sheet.awards'), String(member.awards)],
        ]}
      />
      <Button disabled={busy} onClick={() => void keep()}>
        <Icon icon={Merge} />
        {t('club.duplicates.keep')}
        <span className="sr">{nameOf(member)}</span>
      </Button>
    </article>
  )
}

/** The merges of this club. Those that were not undone yet can be. */
function PastMerges() {
  const { t } = useTranslation()
  const { api } = useShell()
  const day = useClubDay()
  const { busy, undoChangeSet } = useUndo()
  const pastMerges = useQuery({
    queryKey: mergesKey,
    queryFn: ({ signal }) => api.get('/members/merges', { signal }),
  })
  if (!pastMerges.data || pastMerges.data.length === 0) return null

  return (
    <section>
      <h2>{t('club.duplicates.past')}</h2>
      <ul className="places">
        {pastMerges.data.map((merge) => (
          <li key={merge.id} className="split">
            <span className="grow">
              {t('club.duplicates.into', { merged: merge.merged, kept: merge.kept })}{' '}
              <span className="small dim">{listed([merge.by, day(merge.at)])}</span>
            </span>
            {merge.undone ? (
              <span className="small dim">{t('club.duplicates.apart')}</span>
            ) : (
              <Button size="small" disabled={busy} onClick={() => void undoChangeSet(merge.id)}>
                <Icon icon={Undo2} />
                {t('club.duplicates.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
