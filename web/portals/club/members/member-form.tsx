import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, type Path, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Guest } from '#contract/flows/guests.ts'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { GUARDIAN_FIELDS, guardianField, MAX_GUARDIANS } from '#domain/members/guardian-fields.ts'
import { memberField } from '#domain/members/member-fields.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { LongText } from '#web/shell/frame/limited-text.tsx'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Check } from '#web/ui/form/check.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { limitsOf } from '../entry-limits.ts'
import { LevelOptions } from './level-options.tsx'
import {
  formName,
  FORM_FIELDS,
  guardianValues,
  newMember,
  patchOf,
  problemsOf,
  valuesOf,
  type FormField,
  type MemberValues,
} from './member-form-values.ts'
import { useGuestWrites } from './guests-data.ts'
import { useMemberWrites } from './detail/member-detail-data.ts'
import { useOwnsRecords } from '../club-data.ts'

interface MemberFormProps {
  /** The member that is edited; null for a new one. */
  detail: MemberDetail | null
  /** The guest who becomes a new member. */
  guest?: Guest
  /** Where a new member may start at one of their levels. */
  schemes?: ReadonlyMap<string, ReadyScheme>
  onClose: () => void
  onSaved: (detail: MemberDetail) => void
}

/** Creates or changes a member [5.6]–[5.10]. */
export function MemberForm({ detail, guest, schemes, onClose, onSaved }: MemberFormProps) {
  const { t } = useTranslation()
  const club = useMe()?.club
  const writes = useMemberWrites()
  const guestWrites = useGuestWrites()
  const [stays, setStays] = useState(guest?.to === null)
  const [startsAt, setStartsAt] = useState('')
  const { alerts } = useShell()
  const ownsRecords = useOwnsRecords()
  const today = localDate(useNow(), club?.time_zone ?? 'UTC')
  const entry = useEntry<MemberValues, MemberDetail>({
    thing: detail,
    valuesOf: (thing) => ({ ...valuesOf(thing), ...(thing ? {} : namesOf(guest)) }),
    problemsOf: (values) => problemsOf(values, detail, today, { ownsRecords }),
    nameOf: formName,
    create: async (values) => {
      if (guest) return guestWrites.makeMember(guest.uuid, { member: newMember(values), stays })
      const created = await writes.create(newMember(values))
      // the member is there already, so saving once more would make another one
      if (startsAt !== '')
        await writes.startAt(created.uuid, startsAt).catch(() => alerts.show(t('club.form.startsAtFailed'), 'bad'))
      return created
    },
    change: async (values, before) => {
      const patch = patchOf(values, before)
      return Object.keys(patch).length === 0 ? before : writes.change(before.uuid, patch, before.revision)
    },
    reload: (before) => writes.reload(before.uuid),
    onSaved,
  })
  const { form, base } = entry
  // also the member's own type when the club no longer has it
  const types = [...new Set([...(club?.member_types ?? []), ...(base?.member_type ? [base.member_type] : [])])]
  return (
    <EntryDialog
      entry={entry}
      wide
      title={base === null ? t('club.form.new') : t('club.form.edit', { name: `${base.firstname} ${base.lastname}` })}
      add={t('club.form.add')}
      fieldName={(name) => t(`club.field.${name}`)}
      onClose={onClose}
    >
      {ownsRecords ? null : <p className="span dim">{t('club.form.foreign')}</p>}
      {FORM_FIELDS.filter((name) => ownsRecords || memberField(name).clubsOwn).map((name) => (
        <MemberFieldControl key={name} form={form} name={name} types={types} />
      ))}
      {schemes === undefined || schemes.size === 0 ? null : (
        <Field label={t('club.form.startsAt')} hint={t('club.form.startsAtHint')}>
          {(control) => (
            <Select {...control} value={startsAt} onChange={(event) => setStartsAt(event.target.value)}>
              <option value="">{t('club.form.startsAnew')}</option>
              <LevelOptions schemes={schemes} />
            </Select>
          )}
        </Field>
      )}
      {ownsRecords ? <GuardianFields form={form} /> : null}
      {guest ? (
        <Check checked={stays} onChange={(event) => setStays(event.target.checked)}>
          {t('club.guests.stays', { group: guest.group.name })}
        </Check>
      ) : null}
    </EntryDialog>
  )
}

function namesOf(guest: Guest | undefined): Partial<MemberValues> {
  return guest ? { firstname: guest.firstname, lastname: guest.lastname } : {}
}

/** What stands below a field of the form, by field. */
const HINTS: Partial<Record<FormField, string>> = {
  ngo_id: 'club.form.numberHint',
  phones: 'club.form.phonesHint',
  tags: 'club.form.tagsHint',
  medical: 'club.form.medicalHint',
  note: 'club.form.noteHint',
}

/** What a choice is called when nothing is chosen, by field. */
const NO_CHOICE: Partial<Record<FormField, string>> = {
  member_type: 'club.form.noType',
  category: 'club.form.noCategory',
}

interface FieldControlProps {
  form: UseFormReturn<MemberValues>
  name: FormField
  /** The club's member types. */
  types: readonly string[]
}

/** A field of the form with the control for its kind. */
function MemberFieldControl({ form, name, types }: FieldControlProps) {
  const { t } = useTranslation()
  const { fieldProps } = useMemberFields(form)
  const declared = memberField(name)
  const { [name]: hint } = HINTS
  const { [name]: noChoice } = NO_CHOICE
  const props = { ...fieldProps(name, t(`club.field.${name}`)), ...(hint === undefined ? {} : { hint: t(hint) }) }
  switch (declared.kind) {
    case 'birthday':
      return <EntryField {...props} type="date" />
    case 'name':
      return <EntryField {...props} max={NAME_MAX} />
    case 'text':
      return <EntryField {...props} max={declared.max} />
    case 'list':
      return <EntryField {...props} />
    case 'notes':
      return (
        <EntryField {...props} span>
          {(control) => <LongText rows={2} maxLength={declared.max} {...control} {...form.register(name)} />}
        </EntryField>
      )
    case 'choice':
    case 'club-choice':
      return (
        <EntryField {...props}>
          {(control) => (
            <Select {...control} {...form.register(name)}>
              <option value="">{noChoice === undefined ? '' : t(noChoice)}</option>
              {(declared.kind === 'choice' ? declared.choices : types).map((choice) => (
                <option key={choice} value={choice}>
                  {declared.kind === 'choice' ? t(`club.${name}.${choice}`) : choice}
                </option>
              ))}
            </Select>
          )}
        </EntryField>
      )
  }
}

/** The props of the form's fields, with their labels and the texts of their problems. */
function useMemberFields(form: UseFormReturn<MemberValues>) {
  const { t } = useTranslation()
  const fieldProps = (name: Path<MemberValues>, label: string) => ({
    form,
    name,
    label,
    problemText: (problem: string) => t(`club.entry.${problem}`, limitsOf(name)),
  })
  return { fieldProps }
}

function GuardianFields({ form }: { form: UseFormReturn<MemberValues> }) {
  const { t } = useTranslation()
  const { fieldProps } = useMemberFields(form)
  const guardians = useFieldArray({ control: form.control, name: 'guardians' })
  return (
    <fieldset className="span">
      <legend className="h3">{t('club.field.guardians')}</legend>
      {guardians.fields.map((guardian, index) => (
        <div className="several" key={guardian.id}>
          {GUARDIAN_FIELDS.map((name) => {
            const { column, kind, max = NAME_MAX } = guardianField(name)
            return (
              <EntryField
                key={name}
                {...fieldProps(`guardians.${index}.${name}`, t(`club.field.${column}`))}
                max={max}
                type={kind === 'email' ? 'email' : 'text'}
              />
            )
          })}
          <Button
            kind="bare"
            icon
            aria-label={t('club.form.removeGuardian', { at: index + 1 })}
            onClick={() => guardians.remove(index)}
          >
            <Icon icon={Trash2} />
          </Button>
        </div>
      ))}
      {guardians.fields.length < MAX_GUARDIANS ? (
        <Button size="small" onClick={() => guardians.append(guardianValues())}>
          <Icon icon={Plus} />
          {t('club.form.addGuardian')}
        </Button>
      ) : null}
    </fieldset>
  )
}
