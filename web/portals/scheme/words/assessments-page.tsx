import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ListedLabelSet } from '#contract/curriculum/scheme-settings.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'
import { useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import { refresh } from '#web/desk/list/use-list.ts'
import { shortLocale } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { DeleteButton } from '../delete-button.tsx'
import { wordsIn } from '../editor/words-in.ts'
import { LabelSetForm } from './label-set-form.tsx'

const labelSetsKey = ['label-sets'] as const

/** Lists the client's label sets, its own names for grades, which the scales of all schemes can use [2.18], [3.19]. */
export function AssessmentsPage() {
  const { t } = useTranslation()
  const { api, alerts, client, language } = useShell()
  const queries = useQueryClient()
  const list = useListAddress(['aname', 'dname'], 'set')
  const answer = useQuery({
    queryKey: labelSetsKey,
    queryFn: ({ signal }) => api.get('/label-sets', { signal }),
    select: (sets) => {
      const found = sets.filter((set) => normalizeForSearch(set.name).includes(normalizeForSearch(list.search)))
      // the server returns the sets sorted by name
      const rows = list.sort === 'dname' ? found.toReversed() : found
      return { rows: rows.slice(list.page * list.size, (list.page + 1) * list.size), total: rows.length, all: sets }
    },
  })
  const locales = [language, ...client.languages].map(({ language: locale }) => shortLocale(locale))
  // the open set may be on another page of the list
  const openSet = answer.data?.all.find((set) => set.id === list.open) ?? null
  const reload = () => void refresh(queries, labelSetsKey)
  /** The labels in the first of the languages that a set has. */
  const labelsOf = ({ labels }: ListedLabelSet) => labels[locales.find((locale) => labels[locale]) ?? ''] ?? []
  return (
    <ListPage
      title={t('author.labelSets.title')}
      actions={
        <Link className="btn main" to={list.openLink('new')}>
          <Icon icon={Plus} />
          {t('author.labelSets.add')}
        </Link>
      }
      searchLabel={t('author.labelSets.search')}
      list={list}
      answer={answer}
      empty={
        list.search === ''
          ? { title: t('author.labelSets.none'), text: t('author.labelSets.noneText') }
          : { title: t('author.labelSets.noneFound'), text: t('author.labelSets.noneFoundText') }
      }
      columns={[
        { label: t('author.labelSets.name'), sort: 'name', cell: (set) => <b className="words">{set.name}</b> },
        { label: t('author.labelSets.grades'), cell: (set) => Object.values(set.labels)[0]?.length },
        {
          label: t('author.labelSets.labels'),
          className: 'middle',
          cell: (set) => labelsOf(set).join(' · '),
        },
        {
          label: t('author.labelSets.used'),
          className: 'wide',
          cell: ({ used }) =>
            used
              .map(({ name, grade }) => t('author.labelSets.usedIn', { scheme: wordsIn(name, locales), grade }))
              .join(', ') || t('author.labelSets.unused'),
        },
        {
          label: <span className="sr">{t('author.labelSets.delete')}</span>,
          className: 'r',
          cell: ({ id, name, labels }) => (
            <DeleteButton
              label={t('author.labelSets.deleteOf', { name })}
              remove={() => api.write('DELETE', `/label-sets/${id}`)}
              restore={() => api.write('POST', '/label-sets', { name, labels })}
              deletedText={t('author.labelSets.deleted', { name })}
              restoredText={t('author.labelSets.isBack', { name })}
              onChanged={reload}
            />
          ),
        },
      ]}
      idOf={(set) => set.id}
      rowsOpen
    >
      {openSet !== null || list.open === 'new' ? (
        <LabelSetForm
          key={list.open}
          set={openSet}
          onClose={list.close}
          onSaved={() => {
            list.close()
            alerts.show(t('desk.saved'), 'done')
            reload()
          }}
        />
      ) : null}
    </ListPage>
  )
}
