import { UserPlus } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuestKind } from '#domain/assessment/commands/guest.ts'
import { nameProblem } from '#domain/identity/person.ts'
import { NOT_SAVED } from '#web/offline/coach-store.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { useShowNotSaved } from '#web/portals/coach/assess/saving/use-show-not-saved.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { focusFirstInvalid } from '#web/ui/form/focus-first-invalid.ts'
import { Input } from '#web/ui/form/input.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

const KINDS: readonly GuestKind[] = ['today', 'trial']

/** The button and dialog that enter a child who is at the session and on no list. */
export function AddGuest({ groupId, date }: { groupId: string; date: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button className="add-guest" onClick={() => setOpen(true)}>
        <Icon icon={UserPlus} />
        {t('coach.guest.add')}
      </Button>
      {open ? <GuestDialog groupId={groupId} date={date} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function GuestDialog({ groupId, date, onClose }: { groupId: string; date: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { store } = useCoach()
  const showNotSaved = useShowNotSaved()
  const formId = useId()
  const [names, setNames] = useState({ firstname: '', lastname: '' })
  const [kind, setKind] = useState<GuestKind>('today')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const { leave, question } = useUnsavedWarning(names.firstname.trim() + names.lastname.trim() !== '', onClose)
  const problems = {
    firstname: nameProblem(names.firstname),
    // the coach may not know it
    lastname: names.lastname.trim() === '' ? null : nameProblem(names.lastname),
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (problems.firstname !== null || problems.lastname !== null) {
      focusFirstInvalid(event.currentTarget)
      return
    }
    const { firstname, lastname } = names
    const input = { groupId, date, firstname: firstname.trim(), lastname: lastname.trim(), value: kind }
    setBusy(true)
    const result = await store.addGuest(input).catch(() => NOT_SAVED)
    setBusy(false)
    if (result.saved) onClose()
    else showNotSaved(result)
  }

  const field = (name: 'firstname' | 'lastname') => {
    const problem = tried ? problems[name] : null
    return (
      <Field
        label={t(`coach.guest.${name}`)}
        error={problem === null ? undefined : t(`coach.guest.problem.${problem}`)}
      >
        {(control) => (
          <Input
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to type this name
            autoFocus={name === 'firstname'}
            autoComplete="off"
            value={names[name]}
            onChange={(event) => setNames({ ...names, [name]: event.target.value })}
          />
        )}
      </Field>
    )
  }

  return (
    <Dialog
      open
      onClose={leave}
      title={t('coach.guest.title')}
      closeLabel={t('coach.guest.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('coach.guest.close')}</Button>
          <Button kind="main" type="submit" form={formId} disabled={busy}>
            {t('coach.guest.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {field('firstname')}
        {field('lastname')}
        <Segments
          label={t('coach.guest.kind')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(`coach.guest.${value}`) }))}
          onChange={setKind}
        />
        <p className="small dim">{t('coach.guest.how')}</p>
      </form>
      {question}
    </Dialog>
  )
}
