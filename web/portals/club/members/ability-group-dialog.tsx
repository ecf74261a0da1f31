import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { abilityGroupProblem } from '#domain/members/ability-groups.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { limitsOf } from '../entry-limits.ts'
import { DialogButtons } from './dialog-buttons.tsx'

interface AbilityGroupDialogProps {
  action: 'tag' | 'untag'
  /** How many members are changed. */
  count: number
  /** The ability groups in use, offered while the user types. */
  tags: readonly string[]
  busy: boolean
  onClose: () => void
  onChoose: (tag: string) => void
}

/** Asks for the ability group that the selected members should get or lose. */
export function AbilityGroupDialog({ action, count, tags, busy, onClose, onChoose }: AbilityGroupDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const [tag, setTag] = useState('')
  const { leave, question } = useUnsavedWarning(tag.trim() !== '' && !busy, onClose)
  const problem = action === 'tag' ? abilityGroupProblem(tag.trim()) : null
  const disabled = busy || tag.trim() === '' || problem !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!disabled) onChoose(tag.trim())
  }
  return (
    <Dialog
      open
      onClose={leave}
      closeLabel={t('shell.close')}
      title={t(`club.select.ask.${action}`, { count })}
      footer={
        <DialogButtons formId={formId} label={t(`club.select.do.${action}`)} disabled={disabled} onClose={onClose} />
      }
    >
      <form id={formId} onSubmit={submit}>
        <Field
          label={t('club.select.tag')}
          error={problem === null ? undefined : t(`club.entry.${problem}`, limitsOf('tags'))}
        >
          {(control) => (
            <Input
              {...control}
              list={`${formId}-tags`}
              autoComplete="off"
              value={tag}
              onChange={(event) => setTag(event.target.value)}
            />
          )}
        </Field>
        <datalist id={`${formId}-tags`}>
          {tags.map((usedTag) => (
            <option key={usedTag}>{usedTag}</option>
          ))}
        </datalist>
      </form>
      {question}
    </Dialog>
  )
}
