import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NOT_SAVED, type RegisterInput } from '#web/offline/coach-store.ts'
import { LongText } from '#web/shell/frame/limited-text.tsx'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useCoach } from '#web/portals/coach/use-coach.ts'
import { useShowNotSaved } from '../saving/use-show-not-saved.ts'

interface TextDialogProps {
  /** The text as it is now; empty = none. */
  stored: string
  title: string
  label: string
  hint: string
  /** Said when the text is saved. */
  saved: string
  maxLength: number
  rows: number
  /** The entry that stores a text. */
  entryOf: (text: string) => RegisterInput
  /** The element that opens the dialog. */
  trigger: (open: () => void) => ReactNode
}

/** A dialog in which a coach writes a text about a child, or removes it by emptying the field; works without network. */
export function TextDialog({ stored, title, label, hint, saved, maxLength, rows, entryOf, trigger }: TextDialogProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  const showNotSaved = useShowNotSaved()
  /** The text in the dialog; null while it is closed. */
  const [text, setText] = useState<string | null>(null)
  // what was stored when the dialog was opened: another coach may write meanwhile, and an untouched text replaces nothing
  const [opened, setOpened] = useState(stored)
  const close = () => setText(null)
  const { leave, question } = useUnsavedWarning(text !== null && text.trim() !== opened, close)

  async function save(): Promise<void> {
    if (text === null || text.trim() === opened) return close()
    const result = await store.saveRegisters([entryOf(text.trim())]).catch(() => NOT_SAVED)
    // the dialog stays open until the text is saved, so that nothing is lost
    if (!result.saved) return showNotSaved(result)
    close()
    alerts.show(saved, 'done')
  }

  return (
    <>
      {trigger(() => {
        setOpened(stored)
        setText(stored)
      })}
      <Dialog
        open={text !== null}
        onClose={leave}
        title={title}
        closeLabel={t('coach.note.close')}
        footer={
          <>
            <Button onClick={close}>{t('coach.note.keep')}</Button>
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
              value={text ?? ''}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {question}
      </Dialog>
    </>
  )
}
