import { ArchiveRestore, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ARCHIVE_BYTES, type ClubReturn as Return } from '#contract/flows/club-return.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Imports the archive of a club: first it says what that would do. */
export function ClubReturn() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const input = useRef<HTMLInputElement>(null)
  const [archive, setArchive] = useState<File | null>(null)
  const [answer, setAnswer] = useState<Return | null>(null)
  const refusals = ['CSV_UNREADABLE', 'CSV_TOO_LONG', 'CSV_HEADER', 'PROVIDER_OWNS', 'PAYLOAD_TOO_LARGE']
  const { busy, act } = useAct((code, _ids, { detail }) =>
    refusals.includes(code) ? t(`club.return.refused.${code}`, { detail }) : undefined,
  )
  const bodyOf = (file: File) => new Blob([file], { type: 'application/zip' })

  async function tryFile(file: File): Promise<void> {
    if (file.size > ARCHIVE_BYTES) return alerts.show(t('club.return.refused.PAYLOAD_TOO_LARGE'), 'bad')
    setAnswer(null)
    setArchive(file)
    await act(async () => setAnswer(await api.write('POST', '/club-return/trial', bodyOf(file))))
  }
  async function takeBack(file: File): Promise<void> {
    await act(
      async () => setAnswer(await api.write('POST', '/club-return', bodyOf(file))),
      () => t('club.return.done'),
    )
  }
  const brings = answer?.files.some(({ taken }) => taken > 0) === true
  return (
    <section className="club-export" aria-labelledby="club-return">
      <h2 id="club-return">{t('club.return.title')}</h2>
      <p>{t('club.return.what')}</p>
      <div className="flow">
        <Button disabled={busy} onClick={() => input.current?.click()}>
          <Icon icon={FileUp} />
          {t('club.return.choose')}
        </Button>
        <span className="small">{archive?.name}</span>
        <input
          ref={input}
          className="sr"
          type="file"
          tabIndex={-1}
          aria-label={t('club.return.choose')}
          accept=".zip,application/zip"
          disabled={busy}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            // emptied, so that the same file can be chosen again
            event.target.value = ''
            if (file) void tryFile(file)
          }}
        />
      </div>
      <div aria-live="polite">
        {busy ? <p className="small">{t('club.return.reading')}</p> : null}
        {answer === null ? null : <Answer answer={answer} />}
      </div>
      {answer === null || answer.done || archive === null ? null : (
        <div className="flow">
          <Button disabled={busy || !brings} onClick={() => void takeBack(archive)}>
            <Icon icon={ArchiveRestore} />
            {t('club.return.take')}
          </Button>
          <span className="small dim">{t(brings ? 'club.return.noUndo' : 'club.return.nothing')}</span>
        </div>
      )}
    </section>
  )
}

/** What an archive brings, file by file, and each row that is not taken. */
function Answer({ answer: { done, files, left, left_count } }: { answer: Return }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t(done ? 'club.return.taken' : 'club.return.would')}</p>
      <ul className="small">
        {files.map(({ file, taken, same }) => (
          <li key={file}>{t('club.return.file', { file, taken, same })}</li>
        ))}
      </ul>
      {left_count === 0 ? null : (
        <>
          <p>{t('club.return.left', { count: left_count })}</p>
          <ul className="small rows-left">
            {left.map(({ file, line, why, text }, index) => (
              <li key={index}>
                {[
                  line === null ? file : t('club.return.line', { file, line }),
                  t(`club.return.why.${why}`, { text }),
                ].join(': ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
