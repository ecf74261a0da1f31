import { parseAddress } from '#domain/curriculum/address.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import type { Words } from '#domain/curriculum/content.ts'
import type { Conflict } from './merge-file.ts'
import { mergeValue, type PreferredSide } from './merge-node.ts'
import type { ImportProblem, SchemeFile } from './scheme-file.ts'
import { settingParts } from './scheme-fingerprints.ts'
import { applySettings, settingValue, type Setting, type Settings } from '#domain/curriculum/edits/scheme-settings.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import { fingerprint } from '#domain/curriculum/translation.ts'

/** The kind of a stored file. */
export type StoredKind = 'video' | 'picture' | 'file'

/** What the import of settings needs to know of the target scheme. */
export interface SettingsTarget {
  /** The file's marks are used only when the file was exported from this scheme. */
  uuid: string
  settings: Settings
  /** Ids that were ever given, also to deleted sections and videos; they are not given again. */
  given: { sections: Iterable<number>; videos: Iterable<number> }
  /** The grade kinds of the scheme's skills. */
  kinds: ReadonlySet<number>
  /** Whether the client shows videos. */
  films: boolean
  /** Files that the client has stored for its curricula, by id. */
  files: ReadonlyMap<string, StoredKind>
}

/** An import adds no section or language above these numbers. */
export const MAX_SETTINGS = { sections: 50, languages: 20 }

type Values = { [S in Setting as S['what']]: NonNullable<S['now']> }

/**
 * Imports the settings of a file into a scheme. It is a set of functions that the import of the nodes calls: each maps
 * an id of the file to one of the scheme, and adds the setting when it is missing. Names, scales and pictures that only
 * the file changed are taken over. Nothing is removed, and settings that no node needs are added only when the file was
 * exported from this scheme and they are new in it. `own` says whether it was.
 */
export function importSettings(file: SchemeFile, ground: SettingsTarget, prefer: PreferredSide) {
  const own = file.marks?.['']?.['scheme'] === fingerprint(ground.uuid)
  const markOf = (what: Setting['what'], id: number | string) => (own ? (file.marks?.[`${what} ${id}`] ?? null) : null)
  const conflicts: Conflict[] = []
  const problems: ImportProblem[] = []
  const list: Setting[] = []
  const idsAfter = (ids: Iterable<number>) => {
    let last = 0
    for (const id of ids) last = Math.max(last, id)
    return () => ++last
  }
  const { settings: here } = ground
  const nextSection = idsAfter([...here.sections.map(({ id }) => id), ...ground.given.sections])
  const nextVideo = idsAfter([...here.videos.map(({ id }) => id), ...ground.given.videos])

  /** Adds a change to the list unless the setting has this value already. */
  const change = <W extends Setting['what']>(what: W, id: number | string, now: Values[W]): void => {
    const was = settingValue(here, what, String(id))
    if (canonicalJson(was) !== canonicalJson(now)) list.push({ what, id: String(id), was, now } as Setting)
  }
  /** Merges two values part by part: each part from the side that changed it. `parts` says which ones may change. */
  const merge = <W extends Setting['what']>(
    what: W,
    id: number,
    theirs: Values[W],
    parts = (_part: string) => true,
  ) => {
    const mine = settingValue(here, what, String(id)) as Values[W]
    const [a, b] = [settingParts(mine), settingParts(theirs)]
    let both = false
    const chosen = Object.keys({ ...a, ...b }).flatMap((part) => {
      const decision = parts(part) ? mergeValue(markOf(what, id) ?? undefined, part, a[part], b[part], prefer) : null
      both ||= decision?.both === true
      const text = decision?.side === 'file' ? b[part] : a[part]
      return text === undefined ? [] : [[part, text] as const]
    })
    if (both) conflicts.push({ at: `${what} ${id}`, code: 'CHANGED_BOTH', what: nameOf(theirs) })
    return Object.fromEntries(chosen)
  }

  const sections = new Map<number, number | null>()
  /** The scheme's id for a section of the file; null when the file has no such section or there is no room for it. */
  const section = (id: number): number | null => {
    const known = sections.get(id)
    if (known !== undefined) return known
    const found = findSection(id)
    sections.set(id, found)
    return found
  }
  const findSection = (id: number): number | null => {
    const inFile = file.sections.find((candidate) => candidate.id === id)
    if (!inFile) return null
    const { name, type, visibility } = inFile
    const mark = markOf('section', id)
    const same = mark ? here.sections.find((candidate) => candidate.id === id) : undefined
    const kept = mark?.['kind'] === fingerprint(`${type} ${visibility}`)
    // an import never changes a section's visibility, because nodes outside the file have texts in the section
    if (same && (kept || (same.type === type && same.visibility === visibility))) {
      const words = wordsIn(merge('section', id, { name, type, visibility }, (part) => part !== 'kind'))
      const newName = Object.keys(words).length > 0 ? words : same.name
      change('section', id, { name: newName, type: same.type, visibility: same.visibility })
      return id
    }
    const alike = here.sections.filter((other) => other.type === type && other.visibility === visibility)
    const named = alike.filter((other) => Object.entries(name).some(([lang, text]) => other.name[lang] === text))
    const [first] = named
    if (first) return (named.find((other) => other.id === id) ?? first).id
    const addedSections = list.filter((setting) => setting.what === 'section' && !setting.was).length
    if (here.sections.length + addedSections >= MAX_SETTINGS.sections) return null
    const added = nextSection()
    change('section', added, { name, type, visibility })
    return added
  }

  const videos = new Map<number, number | null>()
  /** The scheme's id for a video of the file; null when the file has no such video or it cannot be shown here. */
  const video = (id: number): number | null => {
    const known = videos.get(id)
    if (known !== undefined) return known
    const found = findVideo(id)
    videos.set(id, found)
    return found
  }
  const stored = (address: string, ...kinds: StoredKind[]): boolean => {
    const kind = ground.files.get(parseStoredAddress(address)?.id ?? '')
    return kind !== undefined && kinds.includes(kind)
  }
  const findVideo = (id: number): number | null => {
    const inFile = file.videos.find((candidate) => candidate.id === id)
    if (!inFile) return null
    const { name, url, poster = null } = inFile
    const mark = markOf('video', id)
    const same = mark ? here.videos.find((candidate) => candidate.id === id) : undefined
    if (same && (same.url === url || mark?.['url'] === fingerprint(url))) {
      if (!ground.films) return id
      const parts = merge('video', id, { name, url, poster }, (part) => part !== 'url')
      const picture = parts['poster'] ?? null
      const fits = picture === null || picture === same.poster || stored(picture, 'picture')
      if (!fits) problems.push({ at: name, code: 'FILE_UNKNOWN', what: picture })
      change('video', id, {
        name: parts['name'] ?? same.name,
        url: same.url,
        poster: fits ? picture : (same.poster ?? null),
      })
      return id
    }
    const alike = here.videos.find((other) => other.url === url)
    if (alike) return alike.id
    const justAdded = list.find((setting) => setting.what === 'video' && setting.now?.url === url)
    if (justAdded) return Number(justAdded.id)
    if (!ground.films) return null
    if (parseAddress(url)?.kind !== 'web' && !stored(url, 'video')) return null
    const shown = poster !== null && stored(poster, 'picture') ? poster : null
    if (poster !== null && shown === null) problems.push({ at: name, code: 'FILE_UNKNOWN', what: poster })
    const added = nextVideo()
    change('video', added, { name: name.trim() === '' ? url.slice(0, 200) : name, url, poster: shown })
    return added
  }

  const languages = new Map<string, boolean>()
  /** Whether the scheme has a two-letter language, which is added with the first text in it; reports it if not. */
  const language = (short: string): boolean => {
    const known = languages.get(short)
    if (known !== undefined) return known
    const isHere = (locale: string) => locale.split('-')[0] === short
    const locale = file.languages.find(isHere)
    // a language that was removed from the scheme after the export is not added again
    const room = here.languages.length + list.filter(({ what }) => what === 'language').length < MAX_SETTINGS.languages
    const fits = here.languages.some(isHere) || (room && locale !== undefined && markOf('language', locale) === null)
    if (!fits) problems.push({ at: short, code: 'LANGUAGE_UNKNOWN', what: short })
    else if (locale !== undefined && !here.languages.some(isHere)) change('language', locale, true)
    languages.set(short, fits)
    return fits
  }

  for (const { grade, pass, labels } of file.grades) {
    const mark = markOf('grade', grade)
    const mine = settingValue(here, 'grade', String(grade))
    if (mine && mark) {
      const parts = merge('grade', grade, { pass, labels })
      change('grade', grade, { pass: Number(parts['pass']), labels: labelsIn(parts) })
    } else if (!mine && !mark && (own || !ground.kinds.has(grade))) change('grade', grade, { pass, labels })
  }
  if (own) {
    // sections and videos that the file's author added or renamed, also those that no node uses
    const removedHere = (what: 'section' | 'video', id: number) =>
      markOf(what, id) !== null && settingValue(here, what, String(id)) === null
    for (const { id } of file.sections) if (!removedHere('section', id)) section(id)
    for (const { id } of file.videos) if (!removedHere('video', id)) video(id)
  }

  return {
    own,
    section,
    video,
    language,
    /** Whether content may refer to this stored file. */
    hasFile: (address: string) => stored(address, 'file', 'picture'),
    /** The changes of settings, once all nodes are imported; `after` are the settings with them. */
    done(): { list: Setting[]; after: Settings; conflicts: Conflict[]; problems: ImportProblem[] } {
      const after = applySettings(here, list)
      if (!after) throw new Error('settings that do not follow from the scheme')
      return { list, after, conflicts, problems }
    },
  }
}

function nameOf(value: NonNullable<Setting['now']>): string {
  if (value === true || 'pass' in value) return ''
  return typeof value.name === 'string' ? value.name : (Object.values(value.name)[0] ?? '')
}

function wordsIn(parts: Readonly<Record<string, string>>): Words {
  const words = Object.entries(parts).filter(([part]) => part.startsWith('name.'))
  return Object.fromEntries(words.map(([part, text]) => [part.slice('name.'.length), text]))
}

function labelsIn(parts: Readonly<Record<string, string>>): Values['grade']['labels'] {
  const labels = Object.entries(parts).flatMap(([part, text]) =>
    part.startsWith('labels.') ? [[part.slice('labels.'.length), JSON.parse(text) as string[]] as const] : [],
  )
  return labels.length === 0 ? null : Object.fromEntries(labels)
}
