import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, type Path, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { EMAIL_LENGTH, NOTE_LENGTH, NUMBER_LENGTH } from '#domain/identity/person.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { LongText } from '#web/shell/frame/limited-text.tsx'
import { useMe } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { limitsOf } from '../entry-limits.ts'
import { formName, newMember, patchOf, problemsOf, valuesOf, type MemberValues } from './member-form-values.ts'
import { useMemberWrites } from './member-detail-data.ts'
import { CATEGORIES } from './member-words.ts'
import { useOwnsRecords } from '../club-data.ts'

/** The server has the same limit. */
const MAX_GUARDIANS = 6

interface MemberFormProps {
  /** The member that is edited; null for a new one. */
  detail: MemberDetail | null
  onClose: () => void
  onSaved: (detail: MemberDetail) => void
}

/** Creates or changes a member [5.6]–[5.10]. */
export function MemberForm({ detail, onClose, onSaved }: MemberFormProps) {
  const { t } = useTranslation()
  const club = useMe()?.club
  const writes = useMemberWrites()
  const ownsRecords = useOwnsRecords()
  const today = localDate(useNow(), club?.time_zone ?? 'UTC')
  const entry = useEntry<MemberValues, MemberDetail>({
    thing: detail,
    valuesOf,
    problemsOf: (values) => problemsOf(values, detail, today, { ownsRecords }),
    nameOf: formName,
    create: (values) => writes.create(newMember(values)),
    change: async (values, before) => {
      const patch = patchOf(values, before)
      return Object.keys(patch).length === 0 ? before : writes.change(before.uuid, patch, before.revision)
    },
    reload: (before) => writes.reload(before.uuid),
    onSaved,
  })
  const { form, base } = entry
  const { field } = useMemberFields(form)
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
      {ownsRecords ? (
        <>
          <EntryField {...field('firstname')} max={NAME_MAX} />
          <EntryField {...field('lastname')} max={NAME_MAX} />
          <EntryField {...field('dob')} type="date" />
          <EntryField {...field('ngo_id')} hint={t('club.form.numberHint')} max={NUMBER_LENGTH} />
          <EntryField {...field('member_type')}>
            {(control) => (
              <Select {...control} {...form.register('member_type')}>
                <option value="">{t('club.form.noType')}</option>
                {types.map((type) => (
                  <option key={type}>{type}</option>
                ))}
              </Select>
            )}
          </EntryField>
        </>
      ) : (
        <p className="span dim">{t('club.form.foreign')}</p>
      )}
      <EntryField {...field('category')}>
        {(control) => (
          <Select {...control} {...form.register('category')}>
            <option value="">{t('club.form.noCategory')}</option>
            {CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {t(`club.category.${category}`)}
              </option>
            ))}
          </Select>
        )}
      </EntryField>
      {ownsRecords ? <EntryField {...field('phones')} hint={t('club.form.phonesHint')} /> : null}
      <EntryField {...field('tags')} hint={t('club.form.tagsHint')} />
      {ownsRecords ? (
        <EntryField {...field('medical')} span hint={t('club.form.medicalHint')}>
          {(control) => <LongText rows={2} maxLength={NOTE_LENGTH} {...control} {...form.register('medical')} />}
        </EntryField>
      ) : null}
      <EntryField {...field('note')} span hint={t('club.form.noteHint')}>
        {(control) => <LongText rows={2} maxLength={NOTE_LENGTH} {...control} {...form.register('note')} />}
      </EntryField>
      {ownsRecords ? <GuardianFields form={form} /> : null}
    </EntryDialog>
  )
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
  const field = (name: keyof MemberValues) => fieldProps(name, t(`club.field.${name}`))
  return { fieldProps, field }
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
          <EntryField
            {...fieldProps(`guardians.${index}.guardian_firstname`, t('club.field.firstname'))}
            max={NAME_MAX}
          />
          <EntryField
            {...fieldProps(`guardians.${index}.guardian_lastname`, t('club.field.lastname'))}
            max={NAME_MAX}
          />
          <EntryField
            {...fieldProps(`guardians.${index}.guardian_email`, t('club.field.email'))}
            max={EMAIL_LENGTH}
            type="email"
          />
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
        <Button
          size="small"
          onClick={() => guardians.append({ guardian_firstname: '', guardian_lastname: '', guardian_email: '' })}
        >
          <Icon icon={Plus} />
          {t('club.form.addGuardian')}
        </Button>
      ) : null}
    </fieldset>
  )
}
