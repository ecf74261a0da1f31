import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useGroupChoices } from '../club-data.ts'
import { DialogButtons } from './dialog-buttons.tsx'

interface NamedGroup {
  id: string
  name: string
}

interface GroupDialogProps {
  title: string
  confirmLabel: string
  busy: boolean
  /** The groups that can be left; the first one is chosen. Without any, nothing is left. */
  from?: readonly NamedGroup[]
  /** Groups that cannot be entered, because the member is in them. */
  except?: readonly NamedGroup[]
  onClose: () => void
  onChoose: (target: NamedGroup, fromId: string) => void
}

/** Asks which group members should enter, and which one they leave for it. */
export function GroupDialog({
  title,
  confirmLabel,
  busy,
  from = [],
  except = [],
  onClose,
  onChoose,
}: GroupDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const groups = useGroupChoices().data?.rows ?? []
  const [id, setId] = useState('')
  const [fromId, setFromId] = useState(from[0]?.id ?? '')
  const group = groups.find((each) => each.id === id && id !== fromId)
  const isChosen = id !== '' || fromId !== (from[0]?.id ?? '')
  const { leave, question } = useUnsavedWarning(isChosen && !busy, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (group) onChoose(group, fromId)
  }
  return (
    <Dialog
      open
      onClose={leave}
      closeLabel={t('shell.close')}
      title={title}
      footer={<DialogButtons formId={formId} label={confirmLabel} disabled={busy || !group} onClose={onClose} />}
    >
      <form id={formId} className="stack" onSubmit={submit}>
        {from.length > 1 ? (
          <Field label={t('club.select.from')}>
            {(control) => (
              <Select {...control} value={fromId} onChange={(event) => setFromId(event.target.value)}>
                {from.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
        <Field label={t('club.group.title')}>
          {(control) => (
            <Select {...control} value={id} onChange={(event) => setId(event.target.value)}>
              <option value="">{t('club.groupForm.choose')}</option>
              {groups
                .filter((each) => each.id !== fromId && !except.some((other) => other.id === each.id))
                .map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.max_size === null
                      ? each.name
                      : `${each.name}, ${t('club.group.places', { taken: each.total_members, count: each.max_size })}`}
                  </option>
                ))}
            </Select>
          )}
        </Field>
      </form>
      {question}
    </Dialog>
  )
}
