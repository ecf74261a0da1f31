import './club.css'
import { useQueryClient } from '@tanstack/react-query'
import { Check, ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ListedDocument } from '#contract/notices/documents.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { fileSize } from '#web/features/upload/file-size.ts'
import { useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { useWholeList, wholeQuery } from '#web/desk/list/use-whole-list.ts'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useOpenFile } from '#web/shell/frame/use-open-file.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useClubDay } from './club-day.ts'

const documentsKey = ['club-documents'] as const
const SORTS = ['adescription', 'ddescription', 'aupdated', 'dupdated'] as const
const FOLDERS = ['document-policy', 'document-additional'] as const

/** The documents that the client gives its clubs to read and to confirm [2.42]. */
export function DocumentsPage() {
  const { t } = useTranslation()
  const list = useListAddress(SORTS, 'document')
  const folder = FOLDERS.find((name) => name === list.address.get('folder')) ?? FOLDERS[0]
  const documents = useWholeList(documentsKey, '/files', list, {
    ...wholeQuery(list),
    folder,
    with_logs: '1',
    restrict_by_club: '1',
  })
  const columns = useDocumentColumns()
  return (
    <ListPage
      title={t('club.documents.title')}
      tabs={
        <ViewTabs
          views={FOLDERS.map((name) => ({
            label: t(`club.documents.folder.${name}`),
            to: list.link({ folder: name === FOLDERS[0] ? '' : name }),
            current: name === folder,
          }))}
        />
      }
      searchLabel={t('club.documents.search')}
      list={list}
      answer={documents}
      empty={
        list.search === ''
          ? { title: t('club.documents.none'), text: t('club.documents.noneText') }
          : { title: t('club.documents.noneFound'), text: t('club.documents.noneFoundText') }
      }
      columns={columns}
      idOf={(document) => document.id}
    />
  )
}

function useDocumentColumns(): readonly Column<ListedDocument>[] {
  const { t } = useTranslation()
  const day = useClubDay()
  return [
    {
      label: t('club.documents.description'),
      sort: 'description',
      cell: ({ description, file }) => (
        <>
          <b className="words">{description}</b>
          <span className="words small dim">
            {file.filename}, {fileSize(file.bytes)}
          </span>
        </>
      ),
    },
    {
      label: t('club.documents.updated'),
      sort: 'updated',
      className: 'wide',
      cell: ({ updated_ts }) => day(updated_ts),
    },
    { label: t('club.documents.read'), className: 'middle', cell: (document) => <ReadState document={document} /> },
    {
      label: <span className="sr">{t('club.documents.acts')}</span>,
      className: 'r',
      cell: (document) => <DocumentActions document={document} />,
    },
  ]
}

function ReadState({ document: { read, logs = [] } }: { document: ListedDocument }) {
  const { t } = useTranslation()
  const day = useClubDay()
  // `logs` begins with the earliest reading
  const [firstReading] = logs
  if (read === 1) return <Chip kind="done">{t('club.documents.confirmed')}</Chip>
  return (
    <>
      <Chip kind="begun">{t('club.documents.waits')}</Chip>
      {firstReading ? (
        <span className="small dim lines">
          {'\n'}
          {t('club.documents.readBy', {
            name: `${firstReading.firstname} ${firstReading.lastname}`,
            day: day(firstReading.read_ts),
          })}
        </span>
      ) : null}
    </>
  )
}

function DocumentActions({ document: { id, description, version, file, read } }: { document: ListedDocument }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const open = useOpenFile()
  const { busy, act } = useAct((code) => (code === 'EDIT_CONFLICT' ? t('club.documents.newer') : undefined))
  async function confirm(): Promise<void> {
    await act(
      () => api.write('POST', `/files/${id}/read`, undefined, String(version)),
      () => t('club.documents.thanks', { description }),
    )
    void refresh(queries, documentsKey)
  }
  return (
    <span className="acts">
      <Button size="small" aria-label={t('club.documents.openOf', { description })} onClick={() => void open(file.id)}>
        <Icon icon={ExternalLink} />
        {t('club.documents.open')}
      </Button>
      {read === 1 ? null : (
        <Button
          kind="soft"
          size="small"
          disabled={busy}
          aria-label={t('club.documents.confirmOf', { description })}
          onClick={() => void confirm()}
        >
          <Icon icon={Check} />
          {t('club.documents.confirm')}
        </Button>
      )}
    </span>
  )
}
