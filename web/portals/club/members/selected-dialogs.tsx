import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { abilityGroupProblem } from '#domain/members/ability-groups.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { limitsOf } from '../entry-limits.ts'
import { useGroupChoices } from '../club-data.ts'

interface ActionDialogProps {
  count: number
  busy: boolean
  onClose: () => void
}

/** Asks which group the selected members should join. */
export function JoinGroupDialog({
  count,
  busy,
  onClose,
  onJoin,
}: ActionDialogProps & { onJoin: (id: string, name: string) => void }) {
  const { t } = useTranslation()
  const formId = useId()
  const groups = useGroupChoices().data?.rows ?? []
  const [id, setId] = useState('')
  const group = groups.find((each) => each.id === id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (group) onJoin(group.id, group.name)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t('shell.close')}
      title={t('club.select.ask.enter', { count })}
      footer={<Footer formId={formId} label={t('club.select.do.enter')} disabled={busy || !group} onClose={onClose} />}
    >
      <form id={formId} onSubmit={submit}>
        <Field label={t('club.group.title')}>
          {(control) => (
            <Select {...control} value={id} onChange={(event) => setId(event.target.value)}>
              <option value="">{t('club.groupForm.choose')}</option>
              {groups.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.max_size === null
                    ? each.name
                    : `${each.name}, ${t('club.group.places', { count: each.total_members, of: each.max_size })}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </form>
    </Dialog>
  )
}

interface AbilityGroupDialogProps extends ActionDialogProps {
  action: 'tag' | 'untag'
  /** The ability groups in use, offered while the user types. */
  tags: readonly string[]
  onChoose: (tag: string) => void
}

/** Asks for the ability group that the selected members should get or lose. */
export function AbilityGroupDialog({ action, count, tags, busy, onClose, onChoose }: AbilityGroupDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const [tag, setTag] = useState('')
  const problem = action === 'tag' ? abilityGroupProblem(tag.trim()) : null
  const disabled = busy || tag.trim() === '' || problem !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!disabled) onChoose(tag.trim())
  }
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t('shell.close')}
      title={t(`club.select.ask.${action}`, { count })}
      footer={<Footer formId={formId} label={t(`club.select.do.${action}`)} disabled={disabled} onClose={onClose} />}
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
    </Dialog>
  )
}

function Footer(props: { formId: string; label: string; disabled: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Button onClick={props.onClose}>{t('desk.cancel')}</Button>
      <Button kind="main" type="submit" form={props.formId} disabled={props.disabled}>
        {props.label}
      </Button>
    </>
  )
}
