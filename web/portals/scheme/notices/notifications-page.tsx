import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Notification } from '#contract/notices/notifications.ts'
import { deviceDate, displayDate } from '#web/shell/i18n/dates.ts'
import { listQuery, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { refresh, useList } from '#web/desk/list/use-list.ts'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { DeleteButton } from '../delete-button.tsx'
import { notificationsKey } from './notification-data.ts'
import { EditNotification, NotificationForm } from './notification-form.tsx'

/** The sort orders: `a` (ascending) or `d` (descending) and the column; the first is the default. */
const SORTS = ['dstart', 'astart', 'aheading', 'dheading'] as const

/** A notification to more clubs has their number in place of their names. */
const MAX_NAMED_CLUBS = 3

/** Lists the notifications that coaches and administrators see in their portals [3.19]. */
export function NotificationsPage() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const queries = useQueryClient()
  const list = useListAddress(SORTS, 'notification')
  const showAll = list.address.has('all')
  const notifications = useList(notificationsKey, '/notifications', {
    ...listQuery(list),
    current: showAll ? undefined : '1',
  })
  const reload = () => void refresh(queries, notificationsKey)
  const columns = useNotificationColumns(reload)
  const onSaved = () => {
    list.close()
    alerts.show(t('desk.saved'), 'done')
    reload()
  }
  return (
    <ListPage
      title={t('author.notifications.title')}
      actions={
        <Link className="btn main" to={list.openLink('new')}>
          <Icon icon={Plus} />
          {t('author.notifications.add')}
        </Link>
      }
      tabs={
        <ViewTabs
          views={[
            { label: t('author.notifications.current'), to: list.link({ all: '' }), current: !showAll },
            { label: t('author.notifications.all'), to: list.link({ all: '1' }), current: showAll },
          ]}
        />
      }
      searchLabel={t('author.notifications.search')}
      list={list}
      answer={notifications}
      empty={
        list.search === ''
          ? { title: t('author.notifications.none'), text: t('author.notifications.noneText') }
          : { title: t('author.notifications.noneFound'), text: t('author.notifications.noneFoundText') }
      }
      columns={columns}
      idOf={(notification) => notification.id}
      rowsOpen
    >
      {list.open === null ? null : list.open === 'new' ? (
        <NotificationForm notification={null} onClose={list.close} onSaved={onSaved} />
      ) : (
        <EditNotification id={list.open} onClose={list.close} onSaved={onSaved} />
      )}
    </ListPage>
  )
}

function useNotificationColumns(reload: () => void): readonly Column<Notification>[] {
  const { t } = useTranslation()
  const { api } = useShell()
  const language = useWordLanguage()
  const today = deviceDate(useNow())
  const day = (date: string) => displayDate(date, today, language)
  return [
    {
      label: t('author.notifications.field.heading'),
      sort: 'heading',
      cell: ({ heading }) => <b className="words">{heading}</b>,
    },
    {
      label: t('author.notifications.field.club_ids'),
      className: 'wide',
      cell: ({ global, clubs }) =>
        global
          ? t('author.notifications.everybody')
          : clubs.length > MAX_NAMED_CLUBS
            ? t('author.clubs.count', { count: clubs.length })
            : listed(clubs.map((club) => club.name)),
    },
    {
      label: t('author.notifications.days'),
      sort: 'start',
      className: 'middle',
      cell: ({ start, end }) => (start === end ? day(start) : `${day(start)} – ${day(end)}`),
    },
    {
      label: t('author.notifications.state'),
      cell: ({ start, end }) =>
        end < today ? (
          <Chip kind="line">{t('author.notifications.over')}</Chip>
        ) : start > today ? (
          <Chip kind="note">{t('author.notifications.planned')}</Chip>
        ) : (
          <Chip kind="done">{t('author.notifications.shown')}</Chip>
        ),
    },
    {
      label: <span className="sr">{t('author.notifications.delete')}</span>,
      className: 'r',
      cell: ({ id, heading }) => (
        <DeleteButton
          label={t('author.notifications.deleteOf', { heading })}
          remove={() => api.write('DELETE', `/notifications/${id}`)}
          restore={() => api.write('POST', `/notifications/${id}/undelete`)}
          deletedText={t('author.notifications.deleted', { heading })}
          restoredText={t('author.notifications.isBack', { heading })}
          onChanged={reload}
        />
      ),
    },
  ]
}
