import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dropSaved } from '#web/offline/saved-files.ts'
import { isSpaceLow, formatBytes, type StorageSpace } from '#web/offline/storage-space.ts'
import { useConnection } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { fileSize } from '#web/features/upload/file-size.ts'
import { onDevice } from '#web/portals/coach/device/switch-user.ts'
import { fileSaver } from './file-saver.ts'
import type { SavedFiles } from './use-saved-files.ts'

/** The card that saves videos and files of the curricula for use without network [7.31], [8.19]. */
export function SavedFilesCard({ files, space }: { files: SavedFiles | null; space: StorageSpace | null }) {
  const { t } = useTranslation()
  const { online } = useConnection()
  const [removing, setRemoving] = useState(false)
  const saved = files?.saved
  if (!files || !saved) return null
  const { state } = files
  const total = saved.videos + saved.files
  if (total === 0) return null
  const missingBytes = saved.bytes - saved.savedBytes
  const needsTooMuch = space !== null && missingBytes > 0 && isSpaceLow({ ...space, used: space.used + missingBytes })

  async function remove(): Promise<void> {
    if (!files) return
    setRemoving(true)
    await onDevice((db) => dropSaved(db, files.wanted)).finally(() => setRemoving(false))
    files.refresh()
  }

  return (
    <Card className="in stack half saved-files" aria-labelledby="saved-files">
      <h2 id="saved-files">{t('coach.files.title')}</h2>
      <p>
        {/* without network some sizes may be unknown; then no total is shown, because it would be too low */}
        {t(saved.unknownSizes > 0 ? 'coach.files.counted' : 'coach.files.all', {
          videos: saved.videos,
          files: saved.files,
          size: fileSize(saved.bytes),
        })}
      </p>
      <output className="stack">
        <span>{t('coach.files.saved', { saved: saved.saved, all: total, size: fileSize(saved.savedBytes) })}</span>
      </output>
      {state === 'saving' ? (
        <progress aria-label={t('coach.files.progress')} max={Math.max(1, saved.bytes)} value={saved.savedBytes} />
      ) : null}
      <div role="alert">
        {state === 'full' ? (
          <Alert kind="bad">{t('coach.files.full')}</Alert>
        ) : state === 'interrupted' ? (
          <Alert kind="begun">{t('coach.files.cut')}</Alert>
        ) : state === 'failed' ? (
          <Alert kind="bad">{t('coach.files.failed')}</Alert>
        ) : needsTooMuch ? (
          <Alert kind="begun">
            {t('coach.files.tooMuch', { need: fileSize(missingBytes), left: formatBytes(space.quota - space.used) })}
          </Alert>
        ) : null}
      </div>
      <div className="flow">
        {state === 'saving' ? (
          <Button onClick={() => fileSaver.stop()}>{t('coach.files.stop')}</Button>
        ) : missingBytes > 0 || saved.unknownSizes > 0 ? (
          <Button kind="soft" disabled={!online} onClick={() => void files.start()}>
            {t(saved.savedBytes > 0 ? 'coach.files.goOn' : 'coach.files.save')}
          </Button>
        ) : null}
        {saved.savedBytes > 0 && state !== 'saving' ? (
          <Button kind="bare" disabled={removing} onClick={() => void remove()}>
            {t('coach.files.remove')}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
