import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import type { PlanContent } from '#domain/assessment/lesson-plan.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'
import { SchemeList } from '#web/features/scheme-browser/scheme-list.tsx'
import { SearchBox } from '#web/search/search-box.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { useMe } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PageTitle } from '../page-title.tsx'
import { useSnapshot } from '../use-coach.ts'
import { useSchemes } from '#web/portals/coach/assess/use-curriculum.ts'
import { PlanRow } from './plan-row.tsx'
import { usePlanning } from './use-planning.ts'
import './plans.css'

/**
 * The lesson plans of a scheme [2.12]. Without a scheme in the address it lists the schemes, unless there is only one.
 */
export function PlanningPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { slug } = useParams()
  const { ready } = useSnapshot()
  const me = useMe()
  const schemes = useSchemes()
  const list = schemes.data?.data
  // a single scheme is shown without the list
  const [firstScheme, secondScheme] = list ?? []
  if (slug === undefined && firstScheme && !secondScheme)
    return <Navigate replace to={`/planning/${firstScheme.slug}`} />
  const name = list?.find((scheme) => scheme.slug === slug)?.name ?? ''
  return (
    <Page title={t('coach.plan.title')} className="plans">
      <PageTitle
        title={t('coach.plan.title')}
        sub={name}
        {...(slug !== undefined && secondScheme ? { back: { to: '/planning', title: t('coach.scheme.list') } } : {})}
      />
      {slug !== undefined && ready && me ? (
        <PlanList slug={slug} user={me.uuid} />
      ) : slug === undefined && list ? (
        <Card className="in stack">
          <SchemeList schemes={list} onOpen={(schemeSlug) => void navigate(`/planning/${schemeSlug}`)} />
        </Card>
      ) : schemes.isError ? (
        <Alert kind="bad">
          <p role="alert">{t('coach.scheme.failed')}</p>
        </Alert>
      ) : (
        <>
          <output className="sr">{t('coach.loading')}</output>
          <Skeleton height="20rem" />
        </>
      )}
    </Page>
  )
}

type OwnerFilter = 'all' | 'own' | 'shared'

function PlanList({ slug, user }: { slug: string; user: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { plans, planGroups, groups } = useSnapshot()
  const { busy, write } = usePlanning()
  const [search, setSearch] = useState('')
  const [ownerFilter, setOwnerFilter] = useState<OwnerFilter>('all')
  const groupNamesById = new Map(groups.map((group) => [group.id, group.name]))
  const searchText = normalizeForSearch(search.trim())
  const plansOfScheme = [...plans.values()].filter((plan) => plan.content.schemeSlug === slug)
  const matchesOwner = (isOwn: boolean) => ownerFilter === 'all' || (ownerFilter === 'own' ? isOwn : !isOwn)
  const shown = plansOfScheme
    .filter((plan) => matchesOwner(plan.owner.uuid === user))
    .filter((plan) => normalizeForSearch(plan.content.title).includes(searchText))
    .toSorted((a, b) => a.content.title.localeCompare(b.content.title))

  async function create(): Promise<void> {
    const planUuid = crypto.randomUUID()
    const sections = (['warmUp', 'main', 'end'] as const).map((part) => ({
      id: crypto.randomUUID(),
      title: t(`coach.plan.first.${part}`),
      blocks: [],
    }))
    const content: PlanContent = { title: t('coach.plan.newTitle'), schemeSlug: slug, sections, reminder: '' }
    if (await write({ kind: 'plan', planUuid, content })) void navigate(`/planning/${slug}/${planUuid}`)
  }
  const newPlanButton = (
    <Button kind="main" disabled={busy} onClick={() => void create()}>
      <Icon icon={Plus} />
      {t('coach.plan.new')}
    </Button>
  )
  if (plansOfScheme.length === 0)
    return (
      <Card>
        <Empty title={t('coach.plan.none')} action={newPlanButton}>
          {t('coach.plan.noneHow')}
        </Empty>
      </Card>
    )
  return (
    <>
      <div className="plan-tools">
        <SearchBox label={t('coach.plan.search')} rule="special" value={search} onSearch={setSearch} />
        <Segments
          label={t('coach.plan.whose')}
          value={ownerFilter}
          onChange={setOwnerFilter}
          options={(['all', 'own', 'shared'] as const).map((value) => ({ value, label: t(`coach.plan.of.${value}`) }))}
        />
        {newPlanButton}
      </div>
      <Card>
        <div aria-live="polite">{shown.length === 0 ? <p className="in dim">{t('coach.plan.noMatch')}</p> : null}</div>
        <ul className="rows plan-rows">
          {shown.map((plan) => (
            <PlanRow
              key={plan.uuid}
              plan={plan}
              isOwner={plan.owner.uuid === user}
              groupNames={planGroups.flatMap((link) =>
                link.planUuid === plan.uuid ? (groupNamesById.get(link.groupId) ?? []) : [],
              )}
            />
          ))}
        </ul>
      </Card>
    </>
  )
}
