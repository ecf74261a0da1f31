import './oversight.css'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ListedTask, TaskState } from '#contract/platform/tasks.ts'
import { listQuery, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { useList } from '#web/desk/list/use-list.ts'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Chip } from '#web/ui/chip.tsx'
import { useDeviceMoment } from '../device-day.ts'
import { TaskPanel } from './task-panel.tsx'
import { tasksKey, useTaskKindName } from './task-data.ts'
import { TaskProgress } from './task-progress.tsx'

/** The sort orders: `a` (ascending) or `d` (descending) and the column; the first is the default. */
const SORTS = ['dcreated', 'acreated'] as const
const VIEWS = ['running', 'queued', 'failed', 'done', 'cancelled'] as const
/** How often the list is polled, because tasks run while it is open. */
const POLL_MS = 4_000

/** Lists the background tasks with their state [6.16]. */
export function TasksPage() {
  const { t } = useTranslation()
  const { api } = useShell()
  const list = useListAddress(SORTS, 'task')
  const state = VIEWS.find((candidate) => candidate === list.address.get('state'))
  const tasks = useList(tasksKey, '/tasks', { ...listQuery(list), state }, POLL_MS)
  const { data: counts } = useQuery({
    queryKey: [...tasksKey, 'counts'],
    queryFn: ({ signal }) => api.get('/tasks/counts', { signal }),
    refetchInterval: POLL_MS,
  })
  // the server does not count tasks that are done or cancelled
  const countOf = (view: TaskState) => (view === 'done' || view === 'cancelled' ? undefined : counts?.[view])
  const columns = useTaskColumns()
  const empty = list.search !== '' || state !== undefined ? 'noneFound' : 'none'
  return (
    <ListPage
      title={t('author.tasks.title')}
      tabs={
        <ViewTabs
          views={[
            { label: t('author.tasks.all'), to: list.link({ state: '' }), current: state === undefined },
            ...VIEWS.map((view) => ({
              label: t(`author.tasks.view.${view}`),
              to: list.link({ state: view }),
              current: view === state,
              count: countOf(view),
              hot: view === 'failed',
            })),
          ]}
        />
      }
      searchLabel={t('author.tasks.search')}
      list={list}
      answer={tasks}
      empty={{ title: t(`author.tasks.${empty}`), text: t(`author.tasks.${empty}Text`) }}
      columns={columns}
      idOf={(task) => task.id}
      rowsOpen
      panel={list.open === null ? null : <TaskPanel key={list.open} id={list.open} onClose={list.close} />}
    />
  )
}

function useTaskColumns(): readonly Column<ListedTask>[] {
  const { t } = useTranslation()
  const kindName = useTaskKindName()
  const moment = useDeviceMoment()
  return [
    { label: t('author.tasks.kind'), cell: (task) => kindName(task.kind) },
    { label: t('author.tasks.about'), className: 'middle', cell: (task) => task.about },
    { label: t('author.tasks.state'), cell: (task) => <StateChip state={task.state} /> },
    { label: t('author.tasks.progress'), className: 'middle', cell: (task) => <TaskProgress task={task} /> },
    {
      label: t('author.tasks.created'),
      sort: 'created',
      className: 'wide',
      cell: (task) => moment(task.created),
    },
    { label: t('author.tasks.by'), className: 'wide', cell: (task) => task.by ?? t('author.tasks.nobody') },
  ]
}

/** The kind of the chip for each state. */
const CHIPS = { queued: 'line', running: 'note', done: 'done', failed: 'bad', cancelled: 'line' } as const

function StateChip({ state }: { state: TaskState }) {
  const { t } = useTranslation()
  return <Chip kind={CHIPS[state]}>{t(`author.tasks.states.${state}`)}</Chip>
}
