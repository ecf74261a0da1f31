import { addressOf } from '#domain/curriculum/address.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import type { Words } from '#domain/curriculum/content.ts'
import type { Conflict } from './merge-file.ts'
import { decide, type Prefer } from './merge-node.ts'
import type { ImportProblem, SchemeFile } from './scheme-file.ts'
import { settingParts } from './scheme-marks.ts'
import { applySettings, valueOf, type Setting, type Settings } from '#domain/curriculum/edits/scheme-settings.ts'
import { storedName } from '#domain/curriculum/stored-file.ts'
import { fingerprint } from '#domain/curriculum/translation.ts'

/** What a stored file may stand for. */
export type StoredKind = 'video' | 'picture' | 'file'

/** A scheme that a file is brought into, as far as its settings matter. */
export interface Ground {
  /** Of the scheme: marks of another say nothing about its numbers. */
  uuid: string
  settings: Settings
  /** Numbers that were ever given, also to what is gone. */
  given: { sections: Iterable<number>; videos: Iterable<number> }
  /** Kinds that skills here have. */
  kinds: ReadonlySet<number>
  /** Whether the client shows videos. */
  films: boolean
  /** Files that the client has stored for its curricula, by id. */
  files: ReadonlyMap<string, StoredKind>
}

/** No scheme has more; its pages are made for a handful. */
export const MOST = { sections: 50, languages: 20 }

type Values = { [S in Setting as S['what']]: NonNullable<S['now']> }

/**
 * Brings the settings of a file for the whole scheme: what is new in it, and names, scales and pictures that only the file
 * changed. Nothing is taken away, and nothing comes that neither the file's author added nor its nodes lean on.
 */
export function bringSettings(file: SchemeFile, ground: Ground, prefer: Prefer) {
  const own = file.marks?.['']?.['scheme'] === fingerprint(ground.uuid)
  const markOf = (what: Setting['what'], id: number | string) => (own ? (file.marks?.[`${what} ${id}`] ?? null) : null)
  const conflicts: Conflict[] = []
  const problems: ImportProblem[] = []
  const list: Setting[] = []
  const next = (ids: Iterable<number>) => {
    let last = 0
    for (const id of ids) last = Math.max(last, id)
    return () => ++last
  }
  const { settings: here } = ground
  const nextSection = next([...here.sections.map(({ id }) => id), ...ground.given.sections])
  const nextVideo = next([...here.videos.map(({ id }) => id), ...ground.given.videos])

  /** Notes what a thing is to be, where that is not what it is. */
  const change = <W extends Setting['what']>(what: W, id: number | string, now: Values[W]): void => {
    const was = valueOf(here, what, String(id))
    if (canonicalJson(was) !== canonicalJson(now)) list.push({ what, id: String(id), was, now } as Setting)
  }
  /** Of each part the side that changed it. */
  const merge = <W extends Setting['what']>(
    what: W,
    id: number,
    theirs: Values[W],
    parts = (_part: string) => true,
  ) => {
    const mine = valueOf(here, what, String(id)) as Values[W]
    const [a, b] = [settingParts(mine), settingParts(theirs)]
    let both = false
    const chosen = Object.keys({ ...a, ...b }).flatMap((part) => {
      const decision = parts(part) ? decide(markOf(what, id) ?? undefined, part, a[part], b[part], prefer) : null
      both ||= decision?.both === true
      const text = decision?.side === 'file' ? b[part] : a[part]
      return text === undefined ? [] : [[part, text] as const]
    })
    if (both) conflicts.push({ at: `${what} ${id}`, code: 'CHANGED_BOTH', what: nameOf(theirs) })
    return Object.fromEntries(chosen)
  }

  const sections = new Map<number, number | null>()
  /** The number here of a section of the file; null where the file does not have it. */
  const section = (id: number): number | null => {
    const known = sections.get(id)
    if (known !== undefined) return known
    const found = findSection(id)
    sections.set(id, found)
    return found
  }
  const findSection = (id: number): number | null => {
    const given = file.sections.find((one) => one.id === id)
    if (!given) return null
    const { name, type, visibility } = given
    const mark = markOf('section', id)
    const same = mark ? here.sections.find((one) => one.id === id) : undefined
    const kept = mark?.['kind'] === fingerprint(`${type} ${visibility}`)
    // who reads a section is never changed by a file: others' words stand in it
    if (same && (kept || (same.type === type && same.visibility === visibility))) {
      const words = wordsIn(merge('section', id, { name, type, visibility }, (part) => part !== 'kind'))
      const said = Object.keys(words).length > 0 ? words : same.name
      change('section', id, { name: said, type: same.type, visibility: same.visibility })
      return id
    }
    const alike = here.sections.filter((one) => one.type === type && one.visibility === visibility)
    const named = alike.filter((one) => Object.entries(name).some(([language, text]) => one.name[language] === text))
    const [first] = named
    if (first) return (named.find((one) => one.id === id) ?? first).id
    if (here.sections.length + list.filter((one) => one.what === 'section' && !one.was).length >= MOST.sections)
      return null
    const added = nextSection()
    change('section', added, { name, type, visibility })
    return added
  }

  const videos = new Map<number, number | null>()
  /** The number here of a video of the file; null where it cannot be shown here. */
  const video = (id: number): number | null => {
    const known = videos.get(id)
    if (known !== undefined) return known
    const found = findVideo(id)
    videos.set(id, found)
    return found
  }
  const stored = (address: string, ...kinds: StoredKind[]): boolean => {
    const kind = ground.files.get(storedName(address)?.id ?? '')
    return kind !== undefined && kinds.includes(kind)
  }
  const findVideo = (id: number): number | null => {
    const given = file.videos.find((one) => one.id === id)
    if (!given) return null
    const { name, url, poster = null } = given
    const mark = markOf('video', id)
    const same = mark ? here.videos.find((one) => one.id === id) : undefined
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
    const alike = here.videos.find((one) => one.url === url)
    if (alike) return alike.id
    const there = list.find((one) => one.what === 'video' && one.now?.url === url)
    if (there) return Number(there.id)
    if (!ground.films) return null
    if (addressOf(url)?.kind !== 'web' && !stored(url, 'video')) return null
    const shown = poster !== null && stored(poster, 'picture') ? poster : null
    if (poster !== null && shown === null) problems.push({ at: name, code: 'FILE_UNKNOWN', what: poster })
    const added = nextVideo()
    change('video', added, { name: name.trim() === '' ? url.slice(0, 200) : name, url, poster: shown })
    return added
  }

  const languages = new Map<string, boolean>()
  /** Whether words of a language (two letters) find a place: a language comes with its first words. */
  const language = (short: string): boolean => {
    const known = languages.get(short)
    if (known !== undefined) return known
    const isHere = (locale: string) => locale.split('-')[0] === short
    const locale = file.languages.find(isHere)
    // one that was taken out here since stays out
    const room = here.languages.length + list.filter((one) => one.what === 'language').length < MOST.languages
    const fits = here.languages.some(isHere) || (room && locale !== undefined && markOf('language', locale) === null)
    if (!fits) problems.push({ at: short, code: 'LANGUAGE_UNKNOWN', what: short })
    else if (locale !== undefined && !here.languages.some(isHere)) change('language', locale, true)
    languages.set(short, fits)
    return fits
  }

  for (const { grade, pass, labels } of file.grades) {
    const mark = markOf('grade', grade)
    const mine = valueOf(here, 'grade', String(grade))
    if (mine && mark) {
      const parts = merge('grade', grade, { pass, labels })
      change('grade', grade, { pass: Number(parts['pass']), labels: labelsIn(parts) })
    } else if (!mine && !mark && (own || !ground.kinds.has(grade))) change('grade', grade, { pass, labels })
  }
  if (own) {
    // what was added to the file comes also where no node uses it yet; what was renamed in it is renamed here
    const gone = (what: 'section' | 'video', id: number) =>
      markOf(what, id) !== null && valueOf(here, what, String(id)) === null
    for (const { id } of file.sections) if (!gone('section', id)) section(id)
    for (const { id } of file.videos) if (!gone('video', id)) video(id)
  }

  return {
    own,
    section,
    video,
    language,
    /** Whether content may name this stored file. */
    hasFile: (address: string) => stored(address, 'file', 'picture'),
    /** After everything that the nodes lean on was asked for. */
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
