import type { GroupPatch, GroupDetail, NewGroupBody } from '#contract/scheduling/groups.ts'
import { mondayFirst } from '#domain/platform/club-time.ts'
import { groupProblems } from '#domain/scheduling/group-entry.ts'
import { differences } from '#web/desk/form/differences.ts'

/** The values of the form's fields, mostly texts as they are typed. */
export interface GroupValues {
  name: string
  weekdays: string[]
  start_at: string
  duration_minutes: string
  first_date: string
  last_date: string
  place: string
  max_size: string
  age_from: string
  age_to: string
  scheme_slug: string
  levels: string[]
  /** Whether coaches mark other levels than those of the group. */
  assesses_apart: boolean
  assessment_levels: string[]
  assessment_level_limit: boolean
  is_slot: boolean
  coaches: { uuid: string; from: string; to: string }[]
}

export function groupValues(group: GroupDetail | null, today: string): GroupValues {
  return {
    name: group?.name ?? '',
    weekdays: (group?.weekdays ?? []).map(String),
    start_at: group?.start_at ?? '',
    duration_minutes: String(group?.duration_minutes ?? 30),
    first_date: group?.first_date ?? today,
    last_date: group?.last_date ?? '',
    place: group?.place ?? '',
    max_size: numberText(group?.max_size),
    age_from: numberText(group?.age_from),
    age_to: numberText(group?.age_to),
    scheme_slug: group?.scheme_slug ?? '',
    levels: [...(group?.levels ?? [])],
    assesses_apart: group !== null && group.assessment_levels !== null,
    assessment_levels: [...(group?.assessment_levels ?? [])],
    assessment_level_limit: group?.assessment_level_limit ?? false,
    is_slot: group?.is_slot ?? false,
    coaches: (group?.coaches ?? []).map(({ uuid, from, to }) => ({ uuid, from, to: to ?? '' })),
  }
}

const numberText = (value: number | null | undefined) => String(value ?? '')
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))

/** The body with which a group is created. */
export function groupBody({ assesses_apart: assessesApart, ...values }: GroupValues): NewGroupBody {
  const text = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    ...values,
    name: values.name.trim(),
    // sorted from Monday to Sunday; 0 is Sunday
    weekdays: mondayFirst(values.weekdays.map(Number)),
    start_at: text(values.start_at),
    duration_minutes: Number(values.duration_minutes),
    last_date: text(values.last_date),
    place: text(values.place),
    max_size: numberOf(values.max_size),
    age_from: numberOf(values.age_from),
    age_to: numberOf(values.age_to),
    scheme_slug: text(values.scheme_slug),
    levels: values.scheme_slug === '' ? [] : values.levels,
    assessment_levels: values.scheme_slug !== '' && assessesApart ? values.assessment_levels : null,
    coaches: values.coaches.map(({ uuid, from, to }) => ({ uuid, from, to: text(to) })),
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
