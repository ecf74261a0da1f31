import { BellRing, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentDetail } from '#contract/notices/documents.ts'
import { fileSize } from '#web/features/upload/file-size.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { filterByText } from '#web/desk/clubs/found-clubs.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useOpenFile } from '#web/shell/frame/use-open-file.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDeviceDay } from '../device-day.ts'
import { useDocument, useDocumentWrites } from './document-data.ts'
import { DocumentForm } from './document-form.tsx'

/**
 * How many clubs are listed at most. If there are more, clubs in which somebody has not read the document come first,
 * and a search finds the others.
 */
const MAX_CLUBS_SHOWN = 50

/** The detail view of a document, beside the list: its file, its readers and its versions. */
export function DocumentPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SideSheet
      id={id}
      answer={useDocument(id)}
      nameOf={(document) => document.description}
      title={t('author.documents.one')}
      notFoundText={t('author.documents.unknown')}
      onClose={onClose}
    >
      {(document) => <Detail document={document} onClose={onClose} />}
    </SideSheet>
  )
}

function Detail({ document, onClose }: { document: DocumentDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { busy, remove } = useDocumentWrites()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <SideHead
        name={document.description}
        facts={[
          t(`author.documents.folder.${document.folder}`),
          t('author.documents.version', { number: document.version }),
        ]}
        onClose={onClose}
      >
        <Button size="small" onClick={() => setEditing(true)}>
          <Icon icon={Pencil} />
          {t('author.documents.edit')}
        </Button>
        <Button
          kind="risk"
          size="small"
          disabled={busy}
          onClick={() => void remove(document).then((deleted) => (deleted ? onClose() : undefined))}
        >
          <Icon icon={Trash2} />
          {t('author.documents.delete')}
        </Button>
      </SideHead>
      <div className="parts scroll">
        <Readers document={document} />
        <Versions document={document} />
      </div>
      {editing ? (
        <DocumentForm
          document={document}
          folder={document.folder}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            alerts.show(t('desk.saved'), 'done')
          }}
        />
      ) : null}
    </>
  )
}

function Readers({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const day = useDeviceDay()
  const { busy, remind } = useDocumentWrites()
  const people = document.clubs.flatMap((club) => club.people)
  const readCount = people.filter((person) => person.read_ts !== null).length
  const [searchText, setSearchText] = useState('')
  const hasUnread = (club: DocumentDetail['clubs'][number]) => club.people.some((person) => person.read_ts === null)
  const hasManyClubs = document.clubs.length > MAX_CLUBS_SHOWN
  const foundClubs = hasManyClubs
    ? filterByText(document.clubs, searchText).sort((a, b) => Number(hasUnread(b)) - Number(hasUnread(a)))
    : document.clubs
  return (
    <section>
      <h3>{t('author.documents.readers')}</h3>
      <div className="split">
        <span>{t('author.documents.readOf', { read: readCount, total: people.length })}</span>
        {readCount < people.length ? (
          <Button size="small" className="end" disabled={busy} onClick={() => void remind(document)}>
            <Icon icon={BellRing} />
            {t('author.documents.remind')}
          </Button>
        ) : null}
      </div>
      {hasManyClubs ? (
        <SearchBox label={t('author.documents.findClub')} rule="special" value={searchText} onSearch={setSearchText} />
      ) : null}
      {foundClubs.slice(0, MAX_CLUBS_SHOWN).map((club) => (
        <div key={club.id} className="readers">
          <h4>{club.name}</h4>
          {club.people.length === 0 ? <p className="small dim">{t('author.documents.nobody')}</p> : null}
          <ul>
            {club.people.map((person) => (
              <li key={person.uuid} className="split">
                <span className="grow">
                  {person.firstname} {person.lastname}
                </span>
                {person.read_ts === null ? (
                  <Chip kind="line">{t('author.documents.notRead')}</Chip>
                ) : (
                  <Chip kind="done">{t('author.documents.readOn', { day: day(person.read_ts) })}</Chip>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {foundClubs.length > MAX_CLUBS_SHOWN ? (
        <p className="small dim">{t('author.documents.moreClubs', { count: foundClubs.length - MAX_CLUBS_SHOWN })}</p>
      ) : null}
    </section>
  )
}

function Versions({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const day = useDeviceDay()
  const open = useOpenFile()
  return (
    <section>
      <h3>{t('author.documents.versions')}</h3>
      <ul className="readers">
        {document.versions.map(({ version, file, by, created_ts }) => (
          <li key={version} className="split">
            <span className="grow">
              {t('author.documents.version', { number: version })}
              <br />
              <span className="small dim lines">
                {[`${file.filename}, ${fileSize(file.bytes)}`, by, day(created_ts)].join(' · ')}
              </span>
            </span>
            <Button
              kind="bare"
              icon
              size="small"
              aria-label={t('author.documents.openVersion', { number: version })}
              onClick={() => void open(file.id)}
            >
              <Icon icon={ExternalLink} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
