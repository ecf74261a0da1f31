import { canonicalJson } from '#domain/platform/canonical.ts'
import type { Words } from '#domain/curriculum/content.ts'

/** The settings of a whole scheme. */
export interface Settings {
  /** Locales; the first is the one others fall back to. */
  languages: string[]
  sections: { id: number; name: Words; type: string; visibility: string }[]
  grades: { grade: number; pass: number; labels: Readonly<Record<string, readonly string[]>> | null }[]
  videos: { id: number; name: string; url: string; poster?: string | null }[]
}

interface Values {
  /** By its locale. */
  language: true
  section: { name: Words; type: string; visibility: string }
  /** By its kind. */
  grade: { pass: number; labels: Readonly<Record<string, readonly string[]>> | null }
  video: { name: string; url: string; poster: string | null }
}

/** One thing as it was and as it is to be, so that turned round it takes itself back; null is none. */
export type Setting = {
  [What in keyof Values]: { what: What; id: string; was: Values[What] | null; now: Values[What] | null }
}[keyof Values]

/** The edit of an author's batch that changes settings. */
export interface SetSettingsEdit {
  do: 'set-settings'
  settings: readonly Setting[]
}

export function invertSettings(settings: readonly Setting[]): Setting[] {
  return settings.map((one) => ({ ...one, was: one.now, now: one.was }) as Setting).toReversed()
}

/** The value of one thing; null where there is none. */
export function valueOf(settings: Settings, what: Setting['what'], id: string): Setting['now'] {
  const here = (one: { id: number }) => String(one.id) === id
  switch (what) {
    case 'language':
      return settings.languages.includes(id) ? true : null
    case 'section': {
      const found = settings.sections.find(here)
      return found ? { name: found.name, type: found.type, visibility: found.visibility } : null
    }
    case 'grade': {
      const found = settings.grades.find(({ grade, pass }) => String(grade) === id && pass > 0)
      return found ? { pass: found.pass, labels: found.labels } : null
    }
    case 'video': {
      const found = settings.videos.find(here)
      return found ? { name: found.name, url: found.url, poster: found.poster ?? null } : null
    }
  }
}

/** Settings with each thing as it is to be; null where one is not what it was: somebody else changed it meanwhile. */
export function applySettings(settings: Settings, list: readonly Setting[]): Settings | null {
  let now = settings
  for (const one of list) {
    if (canonicalJson(valueOf(now, one.what, one.id)) !== canonicalJson(one.was)) return null
    now = withOne(now, one)
  }
  return now
}

function withOne(settings: Settings, one: Setting): Settings {
  const { languages, sections, grades, videos } = settings
  const put = <T>(list: readonly T[], is: (entry: T) => boolean, entry: T | null): T[] => {
    if (entry === null) return list.filter((other) => !is(other))
    return list.some(is) ? list.map((other) => (is(other) ? entry : other)) : [...list, entry]
  }
  const id = Number(one.id)
  const same = (entry: { id: number }) => entry.id === id
  switch (one.what) {
    case 'language':
      return { ...settings, languages: put(languages, (locale) => locale === one.id, one.now && one.id) }
    case 'section':
      return { ...settings, sections: put(sections, same, one.now && { id, ...one.now }) }
    case 'grade':
      return { ...settings, grades: put(grades, ({ grade }) => grade === id, one.now && { grade: id, ...one.now }) }
    case 'video':
      return { ...settings, videos: put(videos, same, one.now && { id, ...one.now }) }
  }
}
