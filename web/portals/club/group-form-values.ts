import type { GroupPatch, GroupSheet, NewGroupBody } from '#contract/groups.ts'
import { groupProblems } from '#domain/group-entry.ts'

/** The form's fields: texts as they are typed. */
export interface GroupValues {
  name: string
  weekdays: string[]
  start_at: string
  duration_minutes: string
  first_date: string
  last_date: string
  place: string
  max_size: string
  scheme_slug: string
  levels: string[]
  assessment_level_limit: boolean
  is_slot: boolean
  coaches: { uuid: string; from: string; to: string }[]
}

export function groupValues(group: GroupSheet | null, today: string): GroupValues {
  return {
    name: group?.name ?? '',
    weekdays: (group?.weekdays ?? []).map(String),
    start_at: group?.start_at ?? '',
    duration_minutes: String(group?.duration_minutes ?? 30),
    first_date: group?.first_date ?? today,
    last_date: group?.last_date ?? '',
    place: group?.place ?? '',
    max_size: (group?.max_size ?? null) === null ? '' : String(group?.max_size),
    scheme_slug: group?.scheme_slug ?? '',
    levels: [...(group?.levels ?? [])],
    assessment_level_limit: group?.assessment_level_limit ?? false,
    is_slot: group?.is_slot ?? false,
    coaches: (group?.coaches ?? []).map(({ uuid, from, to }) => ({ uuid, from, to: to ?? '' })),
  }
}

export function groupEntry(values: GroupValues): NewGroupBody {
  const text = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    ...values,
    name: values.name.trim(),
    weekdays: values.weekdays.map(Number).sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7)),
    start_at: text(values.start_at),
    duration_minutes: Number(values.duration_minutes),
    last_date: text(values.last_date),
    place: text(values.place),
    max_size: values.max_size.trim() === '' ? null : Number(values.max_size),
    scheme_slug: text(values.scheme_slug),
    levels: values.scheme_slug === '' ? [] : values.levels,
    coaches: values.coaches.map(({ uuid, from, to }) => ({ uuid, from, to: text(to) })),
  }
}

/** Only what differs from the group the form was filled from. */
export function groupPatch(values: GroupValues, group: GroupSheet): GroupPatch {
  const entry = groupEntry(values)
  const before = groupEntry(groupValues(group, ''))
  return Object.fromEntries(
    Object.entries(entry).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof typeof before]),
    ),
  )
}

/** What is wrong, by the form's own names: `coaches.0.to`. */
export function groupFormProblems(values: GroupValues): Map<string, string> {
  const found = groupProblems(groupEntry(values)).map(
    ({ field, problem }) => [field.replaceAll('/', '.'), problem] as const,
  )
  return new Map(found)
}

/** Fields that somebody else changed meanwhile. */
export function changedGroupFields(before: GroupSheet, now: GroupSheet): (keyof GroupValues)[] {
  return Object.keys(groupPatch(groupValues(now, ''), before)) as (keyof GroupValues)[]
}
