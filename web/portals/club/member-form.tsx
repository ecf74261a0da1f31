import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useForm, type Path } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { MemberSheet } from '#contract/club-members.ts'
import { NAME_MAX } from '#domain/name.ts'
import { EMAIL_LENGTH, NOTE_LENGTH } from '#domain/person.ts'
import { localDate } from '#domain/club-time.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useMe } from '#web/shell/shell-context.ts'
import { useNow } from '#web/shell/use-now.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { nestedErrors } from './form-errors.ts'
import {
  changedFields,
  formName,
  newMember,
  patchOf,
  problemsOf,
  valuesOf,
  type MemberValues,
} from './member-form-values.ts'
import { useSheetWrites } from './member-sheet-data.ts'
import { CATEGORIES } from './member-words.ts'
import { useOwnsRecords } from './office-data.ts'

interface MemberFormProps {
  /** Null: a new member. */
  sheet: MemberSheet | null
  onClose: () => void
  onSaved: (sheet: MemberSheet) => void
}

/** What stands over the form after the server refused. */
type Refused = { kind: 'meanwhile'; fields: string[] } | { kind: 'failed' }

/** Enters a member or changes one [5.6]–[5.10]. What was typed stays whatever the server says. */
export function MemberForm({ sheet, onClose, onSaved }: MemberFormProps) {
  const { t } = useTranslation()
  const club = useMe()?.club
  const writes = useSheetWrites()
  const owns = useOwnsRecords()
  // what the form was filled from; another's change made meanwhile is taken note of by replacing it
  const [base, setBase] = useState(sheet)
  const [refused, setRefused] = useState<Refused | null>(null)
  const today = localDate(useNow(), club?.time_zone ?? 'UTC')
  const form = useForm<MemberValues>({
    defaultValues: valuesOf(sheet),
    resolver: (values) => {
      const problems = owns ? problemsOf(values, today) : new Map<string, string>()
      return problems.size === 0 ? { values, errors: {} } : { values: {}, errors: nestedErrors<MemberValues>(problems) }
    },
  })
  const guardians = useFieldArray({ control: form.control, name: 'guardians' })
  const { errors, isSubmitting } = form.formState
  const said = (message: string | undefined) => (message === undefined ? undefined : t(`club.entry.${message}`))

  async function save(values: MemberValues): Promise<void> {
    setRefused(null)
    try {
      if (base === null) return onSaved(await writes.enter(newMember(values)))
      const patch = patchOf(values, base)
      return onSaved(Object.keys(patch).length === 0 ? base : await writes.change(base.uuid, patch, base.revision))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.error === 'EDIT_CONFLICT' && base !== null) {
        const now = await writes.again(base.uuid)
        const fields = changedFields(base, now)
        // what I did not touch is theirs now; what I typed stays mine
        const typed = patchOf(values, base)
        const theirs = valuesOf(now)
        for (const field of fields) if (!(field in typed)) form.setValue(field, theirs[field])
        setBase(now)
        return setRefused({ kind: 'meanwhile', fields })
      }
      if (error.field !== undefined && error.status < 500)
        return form.setError(
          formName(error.field) as Path<MemberValues>,
          { type: 'server', message: error.error },
          { shouldFocus: true },
        )
      return setRefused({ kind: 'failed' })
    }
  }

  const text = (
    name: Path<MemberValues>,
    more: {
      label: string
      hint?: string
      error: string | undefined
      max: number
      type?: string
      span?: boolean
      auto?: string
    },
  ) => (
    <div className={more.span === true ? 'span' : undefined}>
      <Field label={more.label} hint={more.hint} error={said(more.error)}>
        {(control) => (
          <Input
            {...control}
            {...form.register(name)}
            type={more.type ?? 'text'}
            maxLength={more.max}
            autoComplete={more.auto ?? 'off'}
          />
        )}
      </Field>
    </div>
  )
  const types = [...new Set([...(club?.member_types ?? []), ...(base?.member_type ? [base.member_type] : [])])]
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      closeLabel={t('shell.close')}
      title={base === null ? t('club.form.new') : t('club.form.edit', { name: `${base.firstname} ${base.lastname}` })}
      footer={
        <>
          <Button onClick={onClose}>{t('club.form.cancel')}</Button>
          <Button kind="main" type="submit" form="member-form" disabled={isSubmitting}>
            {t(isSubmitting ? 'club.form.saving' : base === null ? 'club.form.add' : 'club.form.save')}
          </Button>
        </>
      }
    >
      <form id="member-form" className="entry" noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
        <div role="alert" className="span">
          {refused?.kind === 'failed' ? (
            <Alert kind="bad">
              <p>{t('club.form.failed')}</p>
            </Alert>
          ) : null}
          {refused?.kind === 'meanwhile' ? (
            <Alert kind="begun">
              <p>
                {t('club.form.meanwhile', {
                  fields: refused.fields.map((field) => t(`club.field.${field}`)).join(', ') || t('club.field.status'),
                })}
              </p>
            </Alert>
          ) : null}
        </div>
        {owns ? (
          <>
            {text('firstname', { label: t('club.field.firstname'), error: errors.firstname?.message, max: NAME_MAX })}
            {text('lastname', { label: t('club.field.lastname'), error: errors.lastname?.message, max: NAME_MAX })}
            {text('dob', { label: t('club.field.dob'), error: errors.dob?.message, max: 10, type: 'date' })}
            {text('ngo_id', {
              label: t('club.field.ngo_id'),
              hint: t('club.form.numberHint'),
              error: errors.ngo_id?.message,
              max: 40,
            })}
            <Field label={t('club.field.member_type')} error={said(errors.member_type?.message)}>
              {(control) => (
                <Select {...control} {...form.register('member_type')}>
                  <option value="">{t('club.form.noType')}</option>
                  {types.map((type) => (
                    <option key={type}>{type}</option>
                  ))}
                </Select>
              )}
            </Field>
          </>
        ) : (
          <p className="span dim">{t('club.form.foreign')}</p>
        )}
        <Field label={t('club.field.category')}>
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
        </Field>
        {owns
          ? text('phones', {
              label: t('club.field.phones'),
              hint: t('club.form.phonesHint'),
              error: errors.phones?.message,
              max: 160,
            })
          : null}
        {text('tags', {
          label: t('club.field.tags'),
          hint: t('club.form.tagsHint'),
          error: errors.tags?.message,
          max: 1_000,
        })}
        {owns ? (
          <div className="span">
            <Field label={t('club.field.medical')} hint={t('club.form.medicalHint')}>
              {(control) => (
                <textarea
                  className="input"
                  rows={2}
                  maxLength={NOTE_LENGTH}
                  {...control}
                  {...form.register('medical')}
                />
              )}
            </Field>
          </div>
        ) : null}
        <div className="span">
          <Field label={t('club.field.note')} hint={t('club.form.noteHint')}>
            {(control) => (
              <textarea className="input" rows={2} maxLength={NOTE_LENGTH} {...control} {...form.register('note')} />
            )}
          </Field>
        </div>
        {owns ? (
          <fieldset className="span">
            <legend className="h3">{t('club.field.guardians')}</legend>
            {guardians.fields.map((guardian, k) => {
              const wrong = errors.guardians?.[k]
              return (
                <div className="guardian" key={guardian.id}>
                  {text(`guardians.${k}.guardian_firstname`, {
                    label: t('club.field.firstname'),
                    error: wrong?.guardian_firstname?.message,
                    max: NAME_MAX,
                  })}
                  {text(`guardians.${k}.guardian_lastname`, {
                    label: t('club.field.lastname'),
                    error: wrong?.guardian_lastname?.message,
                    max: NAME_MAX,
                  })}
                  {text(`guardians.${k}.guardian_email`, {
                    label: t('club.field.email'),
                    error: wrong?.guardian_email?.message,
                    max: EMAIL_LENGTH,
                    type: 'email',
                  })}
                  <Button
                    kind="bare"
                    icon
                    aria-label={t('club.form.removeGuardian', { at: k + 1 })}
                    onClick={() => guardians.remove(k)}
                  >
                    <Icon of={Trash2} />
                  </Button>
                </div>
              )
            })}
            {guardians.fields.length < 6 ? (
              <Button
                size="small"
                onClick={() => guardians.append({ guardian_firstname: '', guardian_lastname: '', guardian_email: '' })}
              >
                <Icon of={Plus} />
                {t('club.form.addGuardian')}
              </Button>
            ) : null}
          </fieldset>
        ) : null}
      </form>
    </Dialog>
  )
}
