import type { GroupPatch, GroupDetail } from '#contract/scheduling/groups.ts'
import { mondayFirst } from '#domain/platform/club-time.ts'
import { groupProblems } from '#domain/scheduling/group-entry.ts'
import {
  emptyGroupValue,
  groupField,
  groupFieldsIn,
  type GroupField,
  type GroupFieldIn,
  type GroupFields,
  type GroupFieldValue,
} from '#domain/scheduling/group-fields.ts'
import { differences } from '#web/desk/form/differences.ts'

/** A field of the form. */
export type FormField = GroupFieldIn<'form'>
export const FORM_FIELDS: readonly FormField[] = groupFieldsIn('form')

/** Ticks are flags and lists, all else is a text as it is typed. */
type Typed<Value> = [Value] extends [boolean]
  ? boolean
  : [NonNullable<Value>] extends [readonly unknown[]]
    ? string[]
    : string

/** The values of the form's fields. */
export type GroupValues = { [Name in FormField]: Typed<GroupFields[Name]> } & {
  /** Whether coaches mark other levels than those of the group. */
  assesses_apart: boolean
  coaches: { uuid: string; from: string; to: string }[]
}

/** What the form enters of a group. */
interface Entry extends Pick<GroupFields, FormField> {
  coaches: { uuid: string; from: string; to: string | null }[]
}

export function groupValues(group: GroupDetail | null, today: string): GroupValues {
  const valueOf = (name: FormField): GroupFieldValue => {
    if (group !== null) return group[name]
    return name === 'first_date' ? today : emptyGroupValue(groupField(name))
  }
  // the object has each of the form's fields, with a value of its kind
  const fields = Object.fromEntries(
    FORM_FIELDS.map((name) => [name, typedValue(groupField(name), valueOf(name))]),
  ) as unknown as GroupValues
  return {
    ...fields,
    assesses_apart: group !== null && group.assessment_levels !== null,
    coaches: (group?.coaches ?? []).map(({ uuid, from, to }) => ({ uuid, from, to: to ?? '' })),
  }
}

function typedValue({ kind }: GroupField, value: GroupFieldValue): string | string[] | boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'object' && value !== null) return value.map(String)
  return kind === 'other-levels' ? [] : String(value ?? '')
}

function enteredValue(field: GroupField, value: string | readonly string[] | boolean): GroupFieldValue {
  if (typeof value === 'boolean') return value
  if (typeof value === 'object') return field.kind === 'weekdays' ? mondayFirst(value.map(Number)) : [...value]
  const text = value.trim()
  // an empty number that must be there becomes 0, which is below its limits
  if (field.kind === 'number') return text === '' && field.default === undefined ? null : Number(text)
  return text === '' ? emptyGroupValue(field) : text
}

/** The body with which a group is created. */
export function groupBody(values: GroupValues): Entry {
  // the object has each of the form's fields, with a value of its kind
  const fields = Object.fromEntries(
    FORM_FIELDS.map((name) => [name, enteredValue(groupField(name), values[name])]),
  ) as unknown as Pick<GroupFields, FormField>
  const hasScheme = fields.scheme_slug !== null
  return {
    ...fields,
    levels: hasScheme ? fields.levels : [],
    assessment_levels: hasScheme && values.assesses_apart ? fields.assessment_levels : null,
    coaches: values.coaches.map(({ uuid, from, to }) => ({ uuid, from, to: to.trim() || null })),
  }
}

/** The fields that differ from the group from which the form was filled. */
export function groupPatch(values: GroupValues, group: GroupDetail): GroupPatch {
  return differences(groupBody(values), groupBody(groupValues(group, /* today: only a new group has it */ '')))
}

/** The problem of each invalid field, by the form's names, such as `coaches.0.to`. */
export function groupFormProblems(values: GroupValues): Map<string, string> {
  const problems = groupProblems(groupBody(values)).map(
    ({ field, problem }) => [field.replaceAll('/', '.'), problem] as const,
  )
  return new Map(problems)
}
