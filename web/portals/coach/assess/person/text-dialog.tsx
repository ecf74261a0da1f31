import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { NOT_SAVED } from '#web/offline/coach-store.ts'
import { LongText } from '#web/shell/frame/limited-text.tsx'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useCoach } from '#web/portals/coach/use-coach.ts'
import { useShowNotSaved } from '../saving/use-show-not-saved.ts'
import type { EditedText } from './edited-text.ts'

interface TextDialogProps {
  text: EditedText
  onClose: () => void
}

/** A dialog in which a coach writes a text about a child, or removes it by emptying the field; works without network. */
export function TextDialog({ text: edited, onClose }: TextDialogProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  const showNotSaved = useShowNotSaved()
  // another coach may write meanwhile, and an untouched text replaces nothing
  const { stored, title, label, hint, saved, maxLength, rows, entryOf } = edited
  const [text, setText] = useState(stored)
  const unsaved = text.trim() !== stored
  const { leave, question } = useUnsavedWarning(unsaved, onClose)

  const { pathname } = useLocation()
  const [openedAt] = useState(pathname)
  useEffect(() => {
    if (pathname !== openedAt && !unsaved) onClose()
  }, [pathname, openedAt, unsaved, onClose])

  async function save(): Promise<void> {
    if (!unsaved) return onClose()
    const result = await store.saveRegisters([entryOf(text.trim())]).catch(() => NOT_SAVED)
    // the dialog stays open until the text is saved, so that nothing is lost
    if (!result.saved) return showNotSaved(result)
    onClose()
    alerts.show(saved, 'done')
  }

  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      closeLabel={t('coach.note.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('coach.note.keep')}</Button>
          <Button kind="main" onClick={() => void save()}>
            {t('coach.note.save')}
          </Button>
        </>
      }
    >
      <Field label={label} hint={hint}>
        {(control) => (
          <LongText
            {...control}
            rows={rows}
            maxLength={maxLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {question}
    </Dialog>
  )
}
