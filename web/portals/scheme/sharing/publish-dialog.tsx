import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Publication } from '#contract/curriculum/sharing.ts'
import { LongText } from '#web/shell/frame/limited-text.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { focusFirstInvalid } from '#web/ui/form/focus-first-invalid.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { QueryResult } from '#web/portals/scheme/query-result.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useDeviceDay } from '../device-day.ts'
import { useEditorSnapshot } from '../editor/editor-context.ts'
import { ChangeCounts, ChangeList } from './change-list.tsx'
import { useSharingAct } from './use-sharing.ts'
import { WithdrawButton } from './withdraw-button.tsx'

/** Publishes a scheme with release notes, after showing the changes since the last published revision. */
export function PublishDialog({
  slug,
  name,
  untilSaved,
  onClose,
}: {
  slug: string
  name: string
  /** Resolves when the last edits are saved, so that they are published too, or are held by the editor. */
  untilSaved: () => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { api, alerts, language } = useShell()
  const isUnsaved = useEditorSnapshot().state === 'offline'
  const { busy, act } = useSharingAct()
  const formId = useId()
  const [notes, setNotes] = useState('')
  const [triedToSubmit, setTriedToSubmit] = useState(false)
  const publication = useQuery({
    queryKey: ['sharing', 'publication', slug, language.language],
    queryFn: async ({ signal }) => {
      await untilSaved()
      return api.get(`/schemes/${slug}/publication`, { signal })
    },
    staleTime: 0,
  })
  const { leave, question } = useUnsavedWarning(notes.trim() !== '', onClose)
  const { refetch } = publication
  // what was loaded before lacks the last changes
  const data = isUnsaved ? undefined : publication.data
  const subscribed = data?.subscribers.filter(({ state }) => state === 'subscribed') ?? []
  /** The scheme was never published, or was withdrawn. */
  const isFirst = data && (data.revisions.length === 0 || !data.published)
  const noChanges = data && !isFirst && data.about.length + data.changes.items.length === 0
  const loadedTitleKey = isFirst ? 'author.publish.first' : 'author.publish.title'
  const titleKey = data ? loadedTitleKey : 'author.publish.asking'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTriedToSubmit(true)
    if (notes.trim() === '') return focusFirstInvalid(event.currentTarget)
    if (!data || busy) return
    const body = { notes: notes.trim(), revision: data.revision }
    void act(() => api.write('POST', `/schemes/${slug}/publish`, body)).then((published) => {
      if (!published) return refetch()
      alerts.show(t('author.publish.done', { name, count: subscribed.length }), 'done')
      onClose()
      return undefined
    })
  }
  return (
    <Dialog
      open
      wide
      onClose={leave}
      title={t(titleKey, { name, count: subscribed.length })}
      closeLabel={t('shell.close')}
      footer={
        <>
          {data?.published ? (
            <WithdrawButton slug={slug} name={name} count={subscribed.length} disabled={busy} onDone={onClose} />
          ) : null}
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} disabled={busy || !data || noChanges === true}>
            {t(noChanges ? 'author.publish.nothing' : 'author.publish.now')}
          </Button>
        </>
      }
    >
      <output>
        {isUnsaved ? (
          <Alert kind="begun">
            <p>{t('author.publish.unsaved')}</p>
          </Alert>
        ) : null}
      </output>
      {isUnsaved ? null : (
        <QueryResult answer={publication} waiting={<Skeleton height="12rem" />}>
          {(loaded) => (
            <form id={formId} className="stack publish" noValidate onSubmit={submit}>
              <p className="dim">{t('author.publish.who', { count: subscribed.length })}</p>
              {subscribed.length > 0 ? <p>{listed(subscribed.map((subscriber) => subscriber.client_name))}</p> : null}
              {noChanges ? null : <Notes notes={notes} triedToSubmit={triedToSubmit} onChange={setNotes} />}
              <Changes publication={loaded} isEmpty={noChanges === true} />
              <Revisions revisions={loaded.revisions} />
            </form>
          )}
        </QueryResult>
      )}
      {question}
    </Dialog>
  )
}

interface NotesProps {
  notes: string
  /** Whether publishing was tried; missing notes are an error only then. */
  triedToSubmit: boolean
  onChange: (notes: string) => void
}

function Notes({ notes, triedToSubmit, onChange }: NotesProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('author.publish.notes')}
      hint={t('author.publish.notesHint')}
      error={triedToSubmit && notes.trim() === '' ? t('author.publish.notesMissing') : undefined}
    >
      {(control) => (
        <LongText
          {...control}
          rows={3}
          maxLength={2_000}
          value={notes}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** The changes since the last published revision. */
function Changes({ publication, isEmpty }: { publication: Publication; isEmpty: boolean }) {
  const { t } = useTranslation()
  return (
    <section>
      <div className="split">
        <h3 className="grow">{t('author.publish.changes')}</h3>
        <ChangeCounts changes={publication.changes} />
      </div>
      {publication.about.length > 0 ? (
        <p>
          {t('author.publish.about', {
            what: listed(publication.about.map((key) => t(`author.publish.of.${key}`))),
          })}
        </p>
      ) : null}
      {isEmpty ? <p className="dim">{t('author.publish.same')}</p> : <ChangeList changes={publication.changes} />}
    </section>
  )
}

/** The published revisions with their notes. */
function Revisions({ revisions }: Pick<Publication, 'revisions'>) {
  const { t } = useTranslation()
  const day = useDeviceDay()
  if (revisions.length === 0) return null
  return (
    <section>
      <h3>{t('author.publish.before')}</h3>
      <ol className="revisions">
        {revisions.map((revision) => (
          <li key={revision.number}>
            <b className="num">{revision.number}</b>
            <span className="grow">{revision.notes}</span>
            <time className="dim" dateTime={revision.published_at}>
              {day(Date.parse(revision.published_at) / 1000)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
