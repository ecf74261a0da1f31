import { useQueryClient } from '@tanstack/react-query'
import { GitBranch } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SchemeState } from '#domain/curriculum/scheme-state.ts'
import { useStillOpen } from '#web/shell/frame/use-still-open.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDeviceDay } from '../../device-day.ts'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { DropDialog } from './drop-dialog.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import { copyStateKey, useCopyState } from './use-copy-state.ts'

/**
 * Whether the live scheme or its working copy is edited, the way from one to the other, and in the copy its release. A
 * draft needs no copy, because nobody sees it.
 */
export function CopyBar({ state }: { state: SchemeState | undefined }) {
  const { t } = useTranslation()
  const { raw, copy } = useEditor()
  const dayOf = useDeviceDay()
  const { data } = useCopyState(raw.slug)
  const { busy, begin, goTo } = useCopySwitch()
  const [dialog, setDialog] = useState<'release' | 'drop' | null>(null)
  useCountAfterSaving()
  const open = data?.copy ?? null
  if (!raw.own || (open === null && (copy !== null || data === undefined || state !== 'released'))) return null
  if (open === null)
    return (
      <div className="editor-state editor-copy">
        <p className="grow">{t('author.copy.liveHelp')}</p>
        <Button size="small" disabled={busy} onClick={() => void begin()}>
          <Icon icon={GitBranch} />
          {t('author.copy.begin')}
        </Button>
      </div>
    )
  const isCopy = copy !== null
  return (
    <section className="editor-state editor-copy" data-copy={isCopy} aria-label={t('author.copy.title')}>
      <Segments<'live' | 'copy'>
        label={t('author.copy.switch')}
        value={isCopy ? 'copy' : 'live'}
        options={[
          { value: 'live', label: t('author.copy.live') },
          { value: 'copy', label: t('author.copy.withChanges', { count: open.changes }) },
        ]}
        onChange={goTo}
      />
      <p className="grow">
        {t('author.copy.begun', { day: dayOf(open.begun_ts), name: open.begun_by })}
        {isCopy ? <span className="copy-help"> {t('author.copy.help')}</span> : null}
      </p>
      {isCopy ? (
        <>
          <Button size="small" kind="bare" onClick={() => setDialog('drop')}>
            {t('author.copy.drop')}
          </Button>
          <Button size="small" kind="main" onClick={() => setDialog('release')}>
            {t('author.copy.release')}
          </Button>
        </>
      ) : null}
      {dialog === 'drop' ? <DropDialog copy={open} onClose={() => setDialog(null)} /> : null}
      {dialog === 'release' ? <ReleaseDialog copy={open} onClose={() => setDialog(null)} /> : null}
    </section>
  )
}

/** Goes from the live scheme to its working copy and back, at the same node, and begins a copy. */
function useCopySwitch() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { raw } = useEditor()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isStillOpen = useStillOpen()
  const [busy, setBusy] = useState(false)
  // the address of the browser, because another node may be open by the time that the copy is begun
  const goTo = (side: 'live' | 'copy') =>
    void navigate({ pathname: location.pathname, search: side === 'copy' ? '?copy' : '' })
  const begin = async () => {
    setBusy(true)
    try {
      const state = await api.write('POST', `/curriculum/${raw.slug}/working-copy/begin`)
      cacheAnswer(queries, copyStateKey(raw.slug), state)
      if (isStillOpen()) goTo('copy')
    } catch {
      alerts.show(t('author.copy.notReached'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return { busy, begin, goTo }
}

/** Asks how many changes the copy holds once this author's batches are saved. */
function useCountAfterSaving(): void {
  const queries = useQueryClient()
  const { raw, copy } = useEditor()
  const { revision, unsavedCount } = useEditorSnapshot()
  useEffect(() => {
    if (copy !== null && unsavedCount === 0) void queries.invalidateQueries({ queryKey: copyStateKey(raw.slug) })
  }, [copy, queries, raw.slug, revision, unsavedCount])
}
