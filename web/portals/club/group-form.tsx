import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useFieldArray, useForm, useWatch, type Path } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { GroupSheet } from '#contract/groups.ts'
import { localDate } from '#domain/club-time.ts'
import { NAME_MAX } from '#domain/name.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { weekdayName } from '#web/shell/dates.ts'
import { useMe, useWordLanguage } from '#web/shell/shell-context.ts'
import { useNow } from '#web/shell/use-now.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { nestedErrors } from './form-errors.ts'
import { useCoaches, useGroupWrites } from './group-data.ts'
import {
  changedGroupFields,
  groupEntry,
  groupFormProblems,
  groupPatch,
  groupValues,
  type GroupValues,
} from './group-form-values.ts'

/** The week begins on Monday. */
const WEEK = ['1', '2', '3', '4', '5', '6', '0']

interface GroupFormProps {
  /** Null: a new group. */
  group: GroupSheet | null
  schemes: ReadonlyMap<string, ReadyScheme>
  onClose: () => void
  onSaved: (group: GroupSheet) => void
}

type Refused = { kind: 'meanwhile'; fields: string[] } | { kind: 'failed' }

/** Opens a group or changes one: slots, dates, place, size, scheme, levels, coaches. */
export function GroupForm({ group, schemes, onClose, onSaved }: GroupFormProps) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const zone = useMe()?.club?.time_zone ?? 'UTC'
  const today = localDate(useNow(), zone)
  const known = useCoaches()
  // who takes the group already is a choice before the list has come, and after leaving the club
  const coaches = [...new Map([...(group?.coaches ?? []), ...known].map((coach) => [coach.uuid, coach])).values()]
  const writes = useGroupWrites()
  const [base, setBase] = useState(group)
  const [refused, setRefused] = useState<Refused | null>(null)
  const form = useForm<GroupValues>({
    defaultValues: groupValues(group, today),
    resolver: (values) => {
      const problems = groupFormProblems(values)
      return problems.size === 0 ? { values, errors: {} } : { values: {}, errors: nestedErrors<GroupValues>(problems) }
    },
  })
  const taken = useFieldArray({ control: form.control, name: 'coaches' })
  const slug = useWatch({ control: form.control, name: 'scheme_slug' })
  const levels = (schemes.get(slug)?.curriculum.tree ?? []).filter((node) => node.t === 'l')
  const { errors, isSubmitting } = form.formState
  const ids = { weekdays: useId(), levels: useId() }
  const said = (message: string | undefined) => (message === undefined ? undefined : t(`club.groupEntry.${message}`))

  async function save(values: GroupValues): Promise<void> {
    setRefused(null)
    try {
      if (base === null) return onSaved(await writes.open(groupEntry(values)))
      const patch = groupPatch(values, base)
      return onSaved(Object.keys(patch).length === 0 ? base : await writes.change(base.id, patch, base.revision))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.error === 'EDIT_CONFLICT' && base !== null) {
        const now = await writes.again(base.id)
        const fields = changedGroupFields(base, now)
        // what I did not touch is theirs now; what I typed stays mine
        const typed = groupPatch(values, base)
        const theirs = groupValues(now, today)
        for (const field of fields) if (!(field in typed)) form.setValue(field, theirs[field])
        setBase(now)
        return setRefused({ kind: 'meanwhile', fields })
      }
      if (error.field !== undefined && error.status < 500)
        return form.setError(
          error.field.replaceAll('/', '.') as Path<GroupValues>,
          { type: 'server', message: error.error },
          { shouldFocus: true },
        )
      return setRefused({ kind: 'failed' })
    }
  }

  const input = (
    name: Path<GroupValues>,
    label: string,
    more: { error: string | undefined; type?: string; max?: number; hint?: string },
  ) => (
    <Field label={label} hint={more.hint} error={said(more.error)}>
      {(control) => (
        <Input
          {...control}
          {...form.register(name)}
          type={more.type ?? 'text'}
          maxLength={more.max ?? NAME_MAX}
          autoComplete="off"
        />
      )}
    </Field>
  )
  const wrongWeekdays = said((errors.weekdays as { message?: string } | undefined)?.message)
  const wrongLevels = said((errors.levels as { message?: string } | undefined)?.message)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      closeLabel={t('shell.close')}
      title={base === null ? t('club.groupForm.new') : t('club.form.edit', { name: base.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('club.form.cancel')}</Button>
          <Button kind="main" type="submit" form="group-form" disabled={isSubmitting}>
            {t(isSubmitting ? 'club.form.saving' : base === null ? 'club.groupForm.add' : 'club.form.save')}
          </Button>
        </>
      }
    >
      <form id="group-form" className="entry" noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
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
                  fields: refused.fields.map((field) => t(`club.groupField.${field}`)).join(', '),
                })}
              </p>
            </Alert>
          ) : null}
        </div>
        {input('name', t('club.groupField.name'), { error: errors.name?.message })}
        {input('place', t('club.groupField.place'), { error: errors.place?.message })}
        <fieldset className="span" aria-describedby={wrongWeekdays === undefined ? undefined : ids.weekdays}>
          <legend className="label">{t('club.groupField.weekdays')}</legend>
          <div className="flow">
            {WEEK.map((day) => (
              <label key={day} className="tick">
                <input type="checkbox" value={day} {...form.register('weekdays')} />
                {weekdayName(Number(day), language)}
              </label>
            ))}
          </div>
          {wrongWeekdays === undefined ? null : (
            <p id={ids.weekdays} className="why small">
              {wrongWeekdays}
            </p>
          )}
        </fieldset>
        {input('start_at', t('club.groupField.start_at'), { error: errors.start_at?.message, type: 'time' })}
        {input('duration_minutes', t('club.groupField.duration_minutes'), {
          error: errors.duration_minutes?.message,
          type: 'number',
        })}
        {input('first_date', t('club.groupField.first_date'), { error: errors.first_date?.message, type: 'date' })}
        {input('last_date', t('club.groupField.last_date'), {
          error: errors.last_date?.message,
          type: 'date',
          hint: t('club.groupForm.lastHint'),
        })}
        {input('max_size', t('club.groupField.max_size'), {
          error: errors.max_size?.message,
          type: 'number',
          hint: t('club.groupForm.sizeHint'),
        })}
        <Field label={t('club.groupField.scheme_slug')} error={said(errors.scheme_slug?.message)}>
          {(control) => (
            <Select {...control} {...form.register('scheme_slug', { onChange: () => form.setValue('levels', []) })}>
              <option value="">{t('club.groupForm.noScheme')}</option>
              {base?.scheme_slug && !schemes.has(base.scheme_slug) ? <option>{base.scheme_slug}</option> : null}
              {[...schemes.values()].map(({ curriculum }) => (
                <option key={curriculum.slug} value={curriculum.slug}>
                  {curriculum.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {levels.length > 0 ? (
          <fieldset className="span" aria-describedby={wrongLevels === undefined ? undefined : ids.levels}>
            <legend className="label">{t('club.groupField.levels')}</legend>
            <div className="flow">
              {levels.map((level) => (
                <label key={level.id} className="tick">
                  <input type="checkbox" value={level.id} {...form.register('levels')} />
                  {level.title}
                </label>
              ))}
            </div>
            {wrongLevels === undefined ? null : (
              <p id={ids.levels} className="why small">
                {wrongLevels}
              </p>
            )}
            <label className="tick">
              <input type="checkbox" {...form.register('assessment_level_limit')} />
              {t('club.groupForm.limit')}
            </label>
          </fieldset>
        ) : null}
        <fieldset className="span">
          <legend className="label">{t('club.groupField.coaches')}</legend>
          {taken.fields.map((field, k) => {
            const wrong = errors.coaches?.[k]
            return (
              <div className="guardian" key={field.id}>
                <Field label={t('club.groupForm.coach')} error={said(wrong?.uuid?.message)}>
                  {(control) => (
                    <Select {...control} {...form.register(`coaches.${k}.uuid`)}>
                      <option value="">{t('club.groupForm.choose')}</option>
                      {coaches.map((coach) => (
                        <option key={coach.uuid} value={coach.uuid}>
                          {coach.firstname} {coach.lastname}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
                {input(`coaches.${k}.from`, t('club.groupForm.from'), { error: wrong?.from?.message, type: 'date' })}
                {input(`coaches.${k}.to`, t('club.groupForm.to'), { error: wrong?.to?.message, type: 'date' })}
                <Button
                  kind="bare"
                  icon
                  aria-label={t('club.groupForm.removeCoach', { at: k + 1 })}
                  onClick={() => taken.remove(k)}
                >
                  <Icon of={Trash2} />
                </Button>
              </div>
            )
          })}
          <Button size="small" onClick={() => taken.append({ uuid: '', from: today, to: '' })}>
            <Icon of={Plus} />
            {t('club.groupForm.addCoach')}
          </Button>
        </fieldset>
      </form>
    </Dialog>
  )
}
