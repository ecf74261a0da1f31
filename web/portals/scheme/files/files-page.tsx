import './files.css'
import { useQueryClient } from '@tanstack/react-query'
import { File as FileIcon, Film, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientFile } from '#contract/tenants/client-files.ts'
import { filePurposes } from '#domain/platform/file-type.ts'
import { fileSize } from '#web/features/upload/file-size.ts'
import { listQuery, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { refresh, useList } from '#web/desk/list/use-list.ts'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { FilePicture } from '#web/shell/frame/file-picture.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useOpenFile } from '#web/shell/frame/use-open-file.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDeviceDay } from '../device-day.ts'

/** The sort orders: `a` (ascending) or `d` (descending) and the column; the first is the default. */
const SORTS = ['dcreated', 'acreated', 'aname', 'dname', 'dbytes', 'abytes'] as const
const VIEWS = ['all', ...filePurposes, 'unused'] as const
const filesKey = ['client-files'] as const
/** The media types that have a preview picture; other files have an icon. */
const WITH_PREVIEW = ['image/png', 'image/jpeg', 'image/gif']

/** Lists all files that the client has uploaded, with where each is used; unused files can be deleted. */
export function FilesPage() {
  const { t } = useTranslation()
  const list = useListAddress(SORTS, 'file')
  const queries = useQueryClient()
  // other pages change which files are in use, so the cached list may be out of date
  useEffect(() => void refresh(queries, filesKey), [queries])
  const view = VIEWS.find((candidate) => candidate === list.address.get('view')) ?? 'all'
  const files = useList(filesKey, '/client-files', {
    ...listQuery(list),
    purpose: filePurposes.find((purpose) => purpose === view),
    unused: view === 'unused' ? '1' : undefined,
  })
  return (
    <ListPage
      title={t('author.clientFiles.title')}
      tabs={
        <ViewTabs
          views={VIEWS.map((tab) => ({
            label: t(`author.clientFiles.view.${tab}`),
            to: list.link({ view: tab === 'all' ? '' : tab }),
            current: tab === view,
          }))}
        />
      }
      searchLabel={t('author.clientFiles.search')}
      list={list}
      answer={files}
      empty={
        list.search === '' && view === 'all'
          ? { title: t('author.clientFiles.none'), text: t('author.clientFiles.noneText') }
          : { title: t('author.clientFiles.noneFound'), text: t('author.clientFiles.noneFoundText') }
      }
      columns={useFileColumns()}
      idOf={(file) => file.id}
    />
  )
}

function useFileColumns(): Column<ClientFile>[] {
  const { t } = useTranslation()
  const day = useDeviceDay()
  return [
    { label: t('author.clientFiles.name'), sort: 'name', cell: (file) => <FileName file={file} /> },
    {
      label: t('author.clientFiles.bytes'),
      sort: 'bytes',
      className: 'r middle',
      cell: ({ bytes, width, height }) => (
        <>
          {fileSize(bytes)}
          {width === null || height === null ? null : (
            <small className="dim dimensions">{t('author.clientFiles.pixels', { width, height })}</small>
          )}
        </>
      ),
    },
    { label: t('author.clientFiles.uses'), cell: (file) => <Uses file={file} /> },
    {
      label: t('author.clientFiles.created'),
      sort: 'created',
      className: 'middle',
      cell: ({ created_ts: createdTs, by }) => (
        <>
          {day(createdTs)}
          <small className="dim dimensions">{by ?? t('author.clientFiles.copied')}</small>
        </>
      ),
    },
    {
      label: <span className="sr">{t('author.clientFiles.delete')}</span>,
      className: 'r',
      cell: (file) => <DeleteFile file={file} />,
    },
  ]
}

function FileName({ file: { id, filename, media_type: type, purpose } }: { file: ClientFile }) {
  const { t } = useTranslation()
  const open = useOpenFile()
  return (
    <span className="file-name">
      <span className="frame" aria-hidden="true">
        {WITH_PREVIEW.includes(type) ? (
          <FilePicture id={id} width={44} alt="" />
        ) : (
          <Icon icon={purpose === 'curriculum-video' ? Film : FileIcon} />
        )}
      </span>
      <span>
        <button type="button" className="words" onClick={() => void open(id)}>
          {filename}
        </button>
        <small className="dim dimensions">{t(`author.clientFiles.view.${purpose}`)}</small>
      </span>
    </span>
  )
}

/** Where the file is used: `used` is the number of uses, `uses` has the first of them. */
function Uses({ file: { used, uses } }: { file: ClientFile }) {
  const { t } = useTranslation()
  if (used === 0) return <Chip kind="line">{t('author.clientFiles.unused')}</Chip>
  return (
    <ul className="uses">
      {uses.map(({ kind, name, to }) => (
        <li key={`${kind} ${name} ${to ?? ''}`}>
          <span className="dim">{t(`author.clientFiles.kind.${kind}`)}</span>{' '}
          {to === null ? name : <Link to={to}>{name}</Link>}
        </li>
      ))}
      {used > uses.length ? (
        <li className="dim">{t('author.clientFiles.more', { count: used - uses.length })}</li>
      ) : null}
    </ul>
  )
}

function DeleteFile({ file: { id, filename, used } }: { file: ClientFile }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const [confirming, setConfirming] = useState(false)
  const { busy, act } = useAct((code) => (code === 'FILE_IN_USE' ? t('author.clientFiles.inUse') : undefined))
  if (used > 0) return null
  const remove = () => {
    setConfirming(false)
    void act(
      () => api.write('DELETE', `/client-files/${id}`),
      () => t('author.clientFiles.deleted', { name: filename }),
    ).finally(() => void refresh(queries, filesKey))
  }
  return (
    <span className="acts">
      <Button
        kind="bare"
        icon
        size="small"
        disabled={busy}
        aria-label={t('author.clientFiles.deleteOf', { name: filename })}
        onClick={() => setConfirming(true)}
      >
        <Icon icon={Trash2} />
      </Button>
      {confirming ? (
        <Question
          open
          onClose={() => setConfirming(false)}
          title={t('author.clientFiles.sure', { name: filename })}
          footer={
            <>
              <Button onClick={() => setConfirming(false)}>{t('desk.cancel')}</Button>
              <Button kind="risk" onClick={remove}>
                {t('author.clientFiles.delete')}
              </Button>
            </>
          }
        >
          <p>{t('author.clientFiles.means')}</p>
        </Question>
      ) : null}
    </span>
  )
}
