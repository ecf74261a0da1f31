import { Plus, Trash2 } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useFieldArray, useWatch, type Path, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { groupField } from '#domain/scheduling/group-fields.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { weekdayName } from '#web/shell/i18n/dates.ts'
import { useSchemeList } from '#web/desk/use-scheme-list.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { useMe, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useOwnsRecords } from '../club-data.ts'
import { useCoaches, useGroupWrites } from './group-data.ts'
import {
  FORM_FIELDS,
  groupBody,
  groupFormProblems,
  groupPatch,
  groupValues,
  type FormField,
  type GroupValues,
} from './group-form-values.ts'

/** Weekdays in the order of the form, from Monday. */
const WEEK = ['1', '2', '3', '4', '5', '6', '0']

interface GroupFormProps {
  /** The group that is edited; null for a new one. */
  group: GroupDetail | null
  schemes: ReadonlyMap<string, ReadyScheme>
  onClose: () => void
  onSaved: (group: GroupDetail) => void
}

/** Creates or changes a group: times, dates, place, size, scheme, levels, coaches. */
export function GroupForm({ group, schemes, onClose, onSaved }: GroupFormProps) {
  const { t } = useTranslation()
  const ownsRecords = useOwnsRecords()
  const zone = useMe()?.club?.time_zone ?? 'UTC'
  const today = localDate(useNow(), zone)
  const clubCoaches = useCoaches()
  // the group's coaches can be chosen before the list has loaded, and also after they have left the club
  const coaches = [...new Map([...(group?.coaches ?? []), ...clubCoaches].map((coach) => [coach.uuid, coach])).values()]
  const writes = useGroupWrites()
  const entry = useEntry<GroupValues, GroupDetail>({
    thing: group,
    valuesOf: (thing) => groupValues(thing, today),
    // where a course provider owns the group, only the server checks the few fields that the form has
    problemsOf: (values) => (ownsRecords ? groupFormProblems(values) : new Map()),
    create: (values) => writes.create(groupBody(values)),
    change: async (values, before) => {
      const patch = groupPatch(values, before)
      return Object.keys(patch).length === 0 ? before : writes.change(before.id, patch, before.revision)
    },
    reload: (before) => writes.reload(before.id),
    onSaved,
  })
  const { form, base } = entry
  const slug = useWatch({ control: form.control, name: 'scheme_slug' })
  // a group takes up no retired scheme, but keeps the one that it has
  const retired = new Set(useSchemeList().data?.flatMap(({ state, slug: of }) => (state === 'retired' ? [of] : [])))
  const offered = [...schemes.values()].filter(
    ({ curriculum: { slug: of } }) => !retired.has(of) || of === base?.scheme_slug,
  )
  const levels = (schemes.get(slug)?.curriculum.tree ?? []).filter((node) => node.t === 'l')
  const { field } = useGroupFields(form)
  function clearLevels(): void {
    form.setValue('levels', [])
    form.setValue('assesses_apart', false)
  }
  return (
    <EntryDialog
      entry={entry}
      wide
      title={base === null ? t('club.groupForm.new') : t('club.form.edit', { name: base.name })}
      add={t('club.groupForm.add')}
      fieldName={(name) => t(`club.groupField.${name}`)}
      onClose={onClose}
    >
      {ownsRecords ? MEETING_FIELDS.map((name) => <GroupFieldControl key={name} form={form} name={name} />) : null}
      <EntryField {...field('scheme_slug')}>
        {(control) => (
          <Select {...control} {...form.register('scheme_slug', { onChange: clearLevels })}>
            <option value="">{t('club.groupForm.noScheme')}</option>
            {base?.scheme_slug && !schemes.has(base.scheme_slug) ? <option>{base.scheme_slug}</option> : null}
            {offered.map(({ curriculum }) => (
              <option key={curriculum.slug} value={curriculum.slug}>
                {curriculum.name}
              </option>
            ))}
          </Select>
        )}
      </EntryField>
      {levels.length > 0 ? <LevelFields form={form} levels={levels} /> : null}
      {ownsRecords ? <CoachFields form={form} coaches={coaches} today={today} /> : null}
    </EntryDialog>
  )
}

interface FieldsProps {
  form: UseFormReturn<GroupValues>
}

/** The props of the form's fields, with their labels and the texts of their problems. */
function useGroupFields(form: UseFormReturn<GroupValues>) {
  const { t } = useTranslation()
  const problemText = (problem: string) => t(`club.groupEntry.${problem}`)
  const fieldProps = (name: Path<GroupValues>, label: string) => ({ form, name, label, problemText })
  const field = (name: keyof GroupValues) => fieldProps(name, t(`club.groupField.${name}`))
  const problemOf = (name: FormField) => (form.formState.errors[name] as { message?: string } | undefined)?.message
  return { problemText, fieldProps, field, problemOf }
}

/** What stands below a field of the form, by field. */
const HINTS: Partial<Record<FormField, string>> = {
  last_date: 'club.groupForm.lastHint',
  max_size: 'club.groupForm.sizeHint',
  age_to: 'club.groupForm.ageHint',
}

/** The fields that a course provider owns in its groups: when, where and for whom the group meets. */
const MEETING_FIELDS = FORM_FIELDS.filter((name) => groupField(name).clubsOwn !== true)

/** A field of the form with the control for its kind; scheme and levels have controls of their own. */
function GroupFieldControl({ form, name }: FieldsProps & { name: FormField }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { field, problemText, problemOf } = useGroupFields(form)
  const declared = groupField(name)
  const { [name]: hint } = HINTS
  const props = { ...field(name), ...(hint === undefined ? {} : { hint: t(hint) }) }
  switch (declared.kind) {
    case 'name':
      return <EntryField {...props} max={NAME_MAX} />
    case 'text':
      return <EntryField {...props} max={declared.max} />
    case 'number':
    case 'time':
    case 'date':
      return <EntryField {...props} type={declared.kind} />
    case 'flag':
      return (
        <label className="tick span">
          <input type="checkbox" {...form.register(name)} />
          {props.label}
        </label>
      )
    case 'weekdays':
      return (
        <Ticks label={props.label} problem={problemOf(name)} problemText={problemText}>
          {WEEK.map((day) => (
            <label key={day} className="tick">
              <input type="checkbox" value={day} {...form.register(name)} />
              {weekdayName(Number(day), language)}
            </label>
          ))}
        </Ticks>
      )
    default:
      return null
  }
}

/** The levels of the group, and the levels that its coaches may mark where these differ. */
function LevelFields({ form, levels }: FieldsProps & Pick<LevelTicksProps, 'levels'>) {
  const { t } = useTranslation()
  const { problemText, problemOf } = useGroupFields(form)
  const assessesApart = useWatch({ control: form.control, name: 'assesses_apart' })
  return (
    <>
      <Ticks
        label={t('club.groupField.levels')}
        problem={problemOf('levels')}
        problemText={problemText}
        below={
          <>
            <label className="tick">
              <input
                type="checkbox"
                {...form.register('assesses_apart', {
                  // the choice of other levels starts from the group's own
                  onChange: () => form.setValue('assessment_levels', form.getValues('levels')),
                })}
              />
              {t('club.groupForm.apart')}
            </label>
            <label className="tick">
              <input type="checkbox" {...form.register('assessment_level_limit')} />
              {t('club.groupForm.limit')}
            </label>
          </>
        }
      >
        <LevelTicks levels={levels} {...form.register('levels')} />
      </Ticks>
      {assessesApart ? (
        <Ticks
          label={t('club.groupField.assessment_levels')}
          hint={t('club.groupForm.apartHint')}
          problem={problemOf('assessment_levels')}
          problemText={problemText}
        >
          <LevelTicks levels={levels} {...form.register('assessment_levels')} />
        </Ticks>
      ) : null}
    </>
  )
}

interface CoachFieldsProps extends FieldsProps {
  coaches: readonly { uuid: string; firstname: string; lastname: string }[]
  today: string
}

function CoachFields({ form, coaches, today }: CoachFieldsProps) {
  const { t } = useTranslation()
  const { fieldProps } = useGroupFields(form)
  const chosenCoaches = useFieldArray({ control: form.control, name: 'coaches' })
  return (
    <fieldset className="span">
      <legend className="label">{t('club.groupField.coaches')}</legend>
      {chosenCoaches.fields.map(({ id }, index) => (
        <div className="several" key={id}>
          <EntryField {...fieldProps(`coaches.${index}.uuid`, t('club.groupForm.coach'))}>
            {(control) => (
              <Select {...control} {...form.register(`coaches.${index}.uuid`)}>
                <option value="">{t('club.groupForm.choose')}</option>
                {coaches.map((coach) => (
                  <option key={coach.uuid} value={coach.uuid}>
                    {coach.firstname} {coach.lastname}
                  </option>
                ))}
              </Select>
            )}
          </EntryField>
          <EntryField {...fieldProps(`coaches.${index}.from`, t('club.groupForm.from'))} type="date" />
          <EntryField {...fieldProps(`coaches.${index}.to`, t('club.groupForm.to'))} type="date" />
          <Button
            kind="bare"
            icon
            aria-label={t('club.groupForm.removeCoach', { at: index + 1 })}
            onClick={() => chosenCoaches.remove(index)}
          >
            <Icon icon={Trash2} />
          </Button>
        </div>
      ))}
      <Button size="small" onClick={() => chosenCoaches.append({ uuid: '', from: today, to: '' })}>
        <Icon icon={Plus} />
        {t('club.groupForm.addCoach')}
      </Button>
    </fieldset>
  )
}

interface LevelTicksProps extends UseFormRegisterReturn {
  levels: readonly { id: string; title: string }[]
}

function LevelTicks({ levels, ...field }: LevelTicksProps) {
  return levels.map((level) => (
    <label key={level.id} className="tick">
      <input type="checkbox" value={level.id} {...field} />
      {level.title}
    </label>
  ))
}

interface TicksProps {
  label: string
  problem: string | undefined
  problemText: (problem: string) => string
  hint?: string
  below?: ReactNode
  children: ReactNode
}

/** A group of checkboxes with one error for all of them. */
function Ticks({ label, problem, problemText, hint, below, children }: TicksProps) {
  const id = useId()
  return (
    <fieldset className="span" aria-describedby={problem === undefined ? undefined : id}>
      <legend className="label">{label}</legend>
      {hint === undefined ? null : <p className="small dim">{hint}</p>}
      <div className="flow">{children}</div>
      {problem === undefined ? null : (
        <p id={id} className="why small">
          {problemText(problem)}
        </p>
      )}
      {below}
    </fieldset>
  )
}
