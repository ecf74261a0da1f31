import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ListedDocument } from '#contract/notices/documents.ts'
import { useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { useWholeList, wholeQuery } from '#web/desk/list/use-whole-list.ts'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDeviceDay } from '../device-day.ts'
import { documentsKey, FOLDERS } from './document-data.ts'
import { DocumentForm } from './document-form.tsx'
import { DocumentPanel } from './document-detail.tsx'

/** The sort orders: `a` (ascending) or `d` (descending) and the column; the first is the default. */
const SORTS = ['adescription', 'ddescription', 'aupdated', 'dupdated'] as const

/** Lists the documents that the client gives its clubs to read, with how many have read each [3.17]. */
export function DocumentsPage() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const list = useListAddress(SORTS, 'document')
  const folder = FOLDERS.find((candidate) => candidate === list.address.get('folder')) ?? FOLDERS[0]
  const documents = useWholeList(documentsKey, '/files', list, {
    ...wholeQuery(list),
    folder,
    with_counts: '1',
  })
  const columns = useDocumentColumns()
  return (
    <ListPage
      title={t('author.documents.title')}
      actions={
        <Link className="btn main" to={list.openLink('new')}>
          <Icon icon={Plus} />
          {t('author.documents.add')}
        </Link>
      }
      tabs={
        <ViewTabs
          views={FOLDERS.map((tab) => ({
            label: t(`author.documents.tab.${tab}`),
            to: list.link({ folder: tab === FOLDERS[0] ? '' : tab, document: '' }),
            current: tab === folder,
          }))}
        />
      }
      searchLabel={t('author.documents.search')}
      list={list}
      answer={documents}
      empty={
        list.search === ''
          ? { title: t('author.documents.none'), text: t('author.documents.noneText') }
          : { title: t('author.documents.noneFound'), text: t('author.documents.noneFoundText') }
      }
      columns={columns}
      idOf={(document) => document.id}
      rowsOpen
      panel={list.open === null || list.open === 'new' ? null : <DocumentPanel id={list.open} onClose={list.close} />}
    >
      {list.open === 'new' ? (
        <DocumentForm
          document={null}
          folder={folder}
          onClose={list.close}
          onSaved={(detail) => {
            alerts.show(t('author.documents.added', { description: detail.description }), 'done')
            list.change({ document: detail.id, folder: detail.folder === FOLDERS[0] ? '' : detail.folder })
          }}
        />
      ) : null}
    </ListPage>
  )
}

function useDocumentColumns(): readonly Column<ListedDocument>[] {
  const { t } = useTranslation()
  const day = useDeviceDay()
  return [
    {
      label: t('author.documents.field.description'),
      sort: 'description',
      cell: ({ description }) => <b className="words">{description}</b>,
    },
    {
      label: t('author.documents.field.file'),
      className: 'wide',
      cell: ({ file, version }) => (
        <>
          <span className="words">{file.filename}</span>
          <span className="small dim">{t('author.documents.version', { number: version })}</span>
        </>
      ),
    },
    {
      label: t('author.documents.field.club_ids'),
      className: 'wide',
      cell: ({ counts }) => t('author.clubs.count', { count: counts?.clubs ?? 0 }),
    },
    {
      label: t('author.documents.updated'),
      sort: 'updated',
      className: 'middle',
      cell: ({ updated_ts }) => day(updated_ts),
    },
    { label: t('author.documents.readers'), cell: ({ counts }) => (counts ? <ReadCount {...counts} /> : null) },
  ]
}

function ReadCount({ read, total }: NonNullable<ListedDocument['counts']>) {
  const { t } = useTranslation()
  return (
    <Chip kind={total > 0 && read === total ? 'done' : 'line'}>{t('author.documents.readOf', { read, total })}</Chip>
  )
}
