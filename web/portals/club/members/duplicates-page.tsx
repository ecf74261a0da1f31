import '../club.css'
import { Merge, Undo2, X } from 'lucide-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DuplicateMember } from '#contract/flows/member-merges.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { FactList } from '#web/desk/side-sheet.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useClubDay } from '../club-day.ts'
import { changeSetsKey, groupsKey, membersKey } from '../club-data.ts'
import { useUndo } from '../use-undo.ts'

const duplicatesKey = [...membersKey, 'duplicates'] as const
const mergesKey = [...membersKey, 'merges'] as const

const nameOf = ({ firstname, lastname }: DuplicateMember) => `${firstname} ${lastname}`

/** Lists members that were probably entered twice, to be merged. A merge can be undone. */
export function DuplicatesPage() {
  const { t } = useTranslation()
  const { api } = useShell()
  const duplicates = useQuery({
    queryKey: duplicatesKey,
    queryFn: ({ signal }) => api.get('/members/duplicates', { signal }),
  })
  return (
    <Page title={t('club.duplicates.title')}>
      <header className="head">
        <div className="grow">
          <h1>{t('club.duplicates.title')}</h1>
          <p className="small dim">{t('club.duplicates.text')}</p>
        </div>
        <Link className="btn icon bare" to="/members" aria-label={t('club.import.toMembers')}>
          <Icon icon={X} />
        </Link>
      </header>
      <div className="scroll grow in twins" aria-busy={duplicates.isPending}>
        {duplicates.isError ? <NotLoaded onRetry={duplicates.refetch} /> : null}
        {duplicates.isPending ? <Skeleton height="14rem" /> : null}
        {duplicates.data?.length === 0 ? (
          <Empty title={t('club.duplicates.none')}>{t('club.duplicates.noneText')}</Empty>
        ) : null}
        {duplicates.data?.map(({ why, members: [first, second] }) => (
          <section
            key={first.uuid + second.uuid}
            aria-label={t('club.duplicates.pair', { a: nameOf(first), b: nameOf(second) })}
          >
            <h2>{t(`club.duplicates.why.${why}`)}</h2>
            <div className="pair">
              <DuplicateCard member={first} other={second} />
              <DuplicateCard member={second} other={first} />
            </div>
          </section>
        ))}
        <PastMerges />
      </div>
    </Page>
  )
}

function DuplicateCard({ member, other }: { member: DuplicateMember; other: DuplicateMember }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const language = useWordLanguage()
  const queries = useQueryClient()
  const { busy, act } = useAct((code) => (code === 'MEMBER_ELSEWHERE' ? t('club.duplicates.elsewhere') : undefined))

  /** Keeps this member and merges the other one into it. */
  async function keep(): Promise<void> {
    await act(
      () => api.write('POST', `/members/${member.uuid}/merge`, { merged_uuid: other.uuid }),
      () => t('club.duplicates.done', { name: nameOf(member) }),
    )
    void refresh(queries, membersKey, groupsKey, changeSetsKey)
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
          [t('club.members.groups'), member.groups.join(', ') || null],
          [t('club.field.guardians'), member.guardians.join(', ') || null],
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
              <span className="small dim">{[merge.by, day(merge.at)].join(', ')}</span>
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
