import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { NOT_SAVED } from '#web/offline/coach-store.ts'
import { noteLane } from '#domain/assessment/commands/note.ts'
import { LongText } from '#web/shell/frame/limited-text.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { fullName } from '#web/portals/coach/full-name.ts'
import { RefusalLink } from '../saving/refusal-link.tsx'
import { useShowNotSaved } from '../saving/use-show-not-saved.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'
import '../assess.css'

/** Characters that the server accepts in a note. */
const MAX_NOTE_LENGTH = 2000

/** The club's note on a child, and a dialog to change it; works without network. */
export function MemberNote({ group, member }: { group: Group; member: CoachMember }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store, club } = useCoach()
  const showNotSaved = useShowNotSaved()
  /** The text in the dialog; null while it is closed. */
  const [text, setText] = useState<string | null>(null)
  const storedNote = member.note ?? ''

  const close = () => setText(null)
  const { leave, question } = useUnsavedWarning(text !== null && text.trim() !== storedNote, close)

  async function save(): Promise<void> {
    if (text === null || text.trim() === storedNote) return setText(null)
    const input = { kind: 'note', groupId: group.id, memberUuid: member.uuid, value: text.trim() } as const
    const result = await store.saveRegisters([input]).catch(() => NOT_SAVED)
    // the dialog stays open until the note is saved, so that no text is lost
    if (!result.saved) return showNotSaved(result)
    setText(null)
    alerts.show(t('coach.note.saved'), 'done')
  }

  return (
    <>
      <button type="button" className="member-note" onClick={() => setText(storedNote)}>
        <Icon icon={NotebookPen} />
        <span className={storedNote === '' ? 'dim' : ''}>{storedNote === '' ? t('coach.note.add') : storedNote}</span>
        <span className="sr">: {t('coach.note.change', { name: fullName(member) })}</span>
      </button>
      <RefusalLink lane={noteLane({ memberUuid: member.uuid }, club.id)} />
      <Dialog
        open={text !== null}
        onClose={leave}
        title={t('coach.note.title', { name: member.firstname })}
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
        <Field label={t('coach.note.label')} hint={t('coach.note.hint')}>
          {(control) => (
            <LongText
              {...control}
              rows={5}
              maxLength={MAX_NOTE_LENGTH}
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
