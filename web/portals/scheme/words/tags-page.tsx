import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listQuery, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import { refresh, useList } from '#web/desk/list/use-list.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { DeleteButton } from '../delete-button.tsx'
import { TagForm } from './tag-form.tsx'
import { tagsKey } from './tags-key.ts'

/** The sort orders: `a` (ascending) or `d` (descending) and the column; the first is the default. */
const SORTS = ['aname', 'dname', 'dused', 'aused'] as const

/** Lists the tags that nodes can have [2.16], [5.12]. */
export function TagsPage() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const queries = useQueryClient()
  const list = useListAddress(SORTS, 'tag')
  const tags = useList(tagsKey, '/tags', listQuery(list))
  const reload = () => void refresh(queries, tagsKey)
  const openTag = tags.data?.rows.find((tag) => tag.id === list.open) ?? null
  return (
    <ListPage
      title={t('author.tags.title')}
      actions={
        <Link className="btn main" to={list.openLink('new')}>
          <Icon icon={Plus} />
          {t('author.tags.add')}
        </Link>
      }
      searchLabel={t('author.tags.search')}
      list={list}
      answer={tags}
      empty={
        list.search === ''
          ? { title: t('author.tags.none'), text: t('author.tags.noneText') }
          : { title: t('author.tags.noneFound'), text: t('author.tags.noneFoundText') }
      }
      columns={[
        { label: t('author.tags.name'), sort: 'name', cell: (tag) => <b className="words">{tag.name}</b> },
        {
          label: t('author.tags.used'),
          sort: 'used',
          className: 'r',
          cell: (tag) => t('author.tags.nodes', { count: tag.used }),
        },
        {
          label: <span className="sr">{t('author.tags.delete')}</span>,
          className: 'r',
          cell: ({ id, name }) => (
            <DeleteButton
              label={t('author.tags.deleteOf', { name })}
              remove={() => api.write('DELETE', `/tags/${id}`)}
              restore={() => api.write('POST', '/tags', { name })}
              deletedText={t('author.tags.deleted', { name })}
              restoredText={t('author.tags.isBack', { name })}
              onChanged={reload}
            />
          ),
        },
      ]}
      idOf={(tag) => tag.id}
      rowsOpen
    >
      {openTag !== null || list.open === 'new' ? (
        <TagForm
          key={list.open}
          tag={openTag}
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
