import { canonicalJson } from '#domain/platform/canonical.ts'
import type { Words } from '#domain/curriculum/content.ts'

/** The settings of a whole scheme. */
export interface Settings {
  /** Locales such as `en-GB`. The first is the source language, which stands in for missing translations. */
  languages: string[]
  sections: { id: number; name: Words; type: string; visibility: string }[]
  /** The grade scales: `grade` is the kind; `labels` are by language, null = the standard labels of the kind. */
  grades: { grade: number; pass: number; labels: Readonly<Record<string, readonly string[]>> | null }[]
  videos: { id: number; name: string; url: string; poster?: string | null }[]
}

/** The value of one setting, by the type of the setting. */
export interface SettingValues {
  language: true
  section: { name: Words; type: string; visibility: string }
  grade: { pass: number; labels: Readonly<Record<string, readonly string[]>> | null }
  video: { name: string; url: string; poster: string | null }
}

export type SettingType = keyof SettingValues
type SettingValue = SettingValues[SettingType]

/**
 * The change of one setting from `was` to `now`; null = it does not exist. The same change with `was` and `now`
 * swapped undoes it. The `id` is the locale of a language, the kind of a grade scale, or the number of a section or video.
 */
export type SettingChange = {
  [What in SettingType]: {
    what: What
    id: string
    was: SettingValues[What] | null
    now: SettingValues[What] | null
  }
}[SettingType]

/** The edit of an author's batch that changes settings. */
export interface SetSettingsEdit {
  do: 'set-settings'
  settings: readonly SettingChange[]
}

/** The changes that undo these, in the order to apply them. */
export function invertSettings(changes: readonly SettingChange[]): SettingChange[] {
  return changes.map((change) => ({ ...change, was: change.now, now: change.was }) as SettingChange).toReversed()
}

/** The value of one setting; null when it does not exist. */
export function settingValue(settings: Settings, what: SettingType, id: string): SettingValue | null {
  const hasId = (entry: { id: number }) => String(entry.id) === id
  switch (what) {
    case 'language':
      return settings.languages.includes(id) ? true : null
    case 'section': {
      const found = settings.sections.find(hasId)
      return found ? { name: found.name, type: found.type, visibility: found.visibility } : null
    }
    case 'grade': {
      // with the pass point 0 no skill of the kind is assessable, as if there were no scale
      const found = settings.grades.find(({ grade, pass }) => String(grade) === id && pass > 0)
      return found ? { pass: found.pass, labels: found.labels } : null
    }
    case 'video': {
      const found = settings.videos.find(hasId)
      return found ? { name: found.name, url: found.url, poster: found.poster ?? null } : null
    }
  }
}

/**
 * The settings after these changes; null when a setting is not what a change says it was, because somebody changed it.
 */
export function applySettings(settings: Settings, changes: readonly SettingChange[]): Settings | null {
  let current = settings
  for (const change of changes) {
    if (canonicalJson(settingValue(current, change.what, change.id)) !== canonicalJson(change.was)) return null
    current = withChange(current, change)
  }
  return current
}

function withChange(settings: Settings, change: SettingChange): Settings {
  const { languages, sections, grades, videos } = settings
  /** The list with `entry` instead of the entry that matches, or else at the end; null removes the matching entry. */
  const put = <T>(list: readonly T[], matches: (entry: T) => boolean, entry: T | null): T[] => {
    if (entry === null) return list.filter((other) => !matches(other))
    return list.some(matches) ? list.map((other) => (matches(other) ? entry : other)) : [...list, entry]
  }
  const id = Number(change.id)
  const hasId = (entry: { id: number }) => entry.id === id
  switch (change.what) {
    case 'language':
      return { ...settings, languages: put(languages, (locale) => locale === change.id, change.now && change.id) }
    case 'section':
      return { ...settings, sections: put(sections, hasId, change.now && { id, ...change.now }) }
    case 'grade':
      return {
        ...settings,
        grades: put(grades, ({ grade }) => grade === id, change.now && { grade: id, ...change.now }),
      }
    case 'video':
      return { ...settings, videos: put(videos, hasId, change.now && { id, ...change.now }) }
  }
}
