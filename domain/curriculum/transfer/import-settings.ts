import { cutText } from '#domain/platform/cut-text.ts'
import { parseAddress } from '#domain/curriculum/address.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import type { Words } from '#domain/curriculum/content.ts'
import type { Conflict } from './merge-file.ts'
import { mergeValue, type PreferredSide } from './merge-node.ts'
import type { ImportProblem, SchemeFile } from './scheme-file.ts'
import { settingParts } from './scheme-fingerprints.ts'
import {
  applySettings,
  settingValue,
  type SettingChange,
  type SettingType,
  type SettingValues,
  type Settings,
} from '#domain/curriculum/edits/scheme-settings.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import { fingerprint } from '#domain/curriculum/translation.ts'

/** The kind of a stored file. */
export type StoredKind = 'video' | 'picture' | 'file'

/** The target scheme of an import, as far as its settings depend on it. */
export interface SettingsTarget {
  /** The file's fingerprints are used only when the file was exported from the scheme with this id. */
  uuid: string
  settings: Settings
  /** Ids that nodes of the scheme refer to or once did, deleted nodes too; new sections and videos get higher ones. */
  usedIds: { sections: Iterable<number>; videos: Iterable<number> }
  /** The grade kinds of the scheme's skills. */
  kinds: ReadonlySet<number>
  /** Whether the client shows videos. */
  showsVideos: boolean
  /** Files that the client has stored for its curricula, by id. */
  files: ReadonlyMap<string, StoredKind>
}

/** The most sections and languages of a scheme. An import leaves out what is above them. */
export const MAX_SETTINGS = { sections: 50, languages: 20 }

/**
 * Imports the settings of a file into a scheme. It returns functions for the import of the nodes: `section` and `video`
 * map an id of the file to one of the scheme, `language` says whether the scheme has a language, and each adds the
 * setting when it is missing. Names, scales and pictures that only the file changed are taken over. Nothing is removed.
 * Sections, videos and scales that no node needs are added only when they are new in a file that was exported from this
 * scheme; `isOwnFile` says whether it was.
 */
export function importSettings(file: SchemeFile, target: SettingsTarget, prefer: PreferredSide) {
  const isOwnFile = file.marks?.['']?.['scheme'] === fingerprint(target.uuid)
  /**
   * The fingerprints of a setting at the time of the export; null when it did not exist, or when the file was not
   * exported from this scheme.
   */
  const exported = (what: SettingType, id: number | string) =>
    isOwnFile ? (file.marks?.[`${what} ${id}`] ?? null) : null
  const conflicts: Conflict[] = []
  const problems: ImportProblem[] = []
  const changes: SettingChange[] = []
  const { settings: present } = target
  const newSectionId = newIds([...present.sections.map(({ id }) => id), ...target.usedIds.sections])
  const newVideoId = newIds([...present.videos.map(({ id }) => id), ...target.usedIds.videos])

  /** Adds a change unless the setting has this value already. */
  const change = <W extends SettingType>(what: W, id: number | string, now: SettingValues[W]): void => {
    const was = settingValue(present, what, String(id))
    if (canonicalJson(was) !== canonicalJson(now)) changes.push({ what, id: String(id), was, now } as SettingChange)
  }
  /**
   * Merges the scheme's value with the file's, part by part: each part from the side that changed it. A part for which
   * `mayChange` is false stays as it is in the scheme. Returns the parts of the merged value.
   */
  const merge = <W extends SettingType>(
    what: W,
    id: number,
    theirs: SettingValues[W],
    mayChange = (_part: string) => true,
  ) => {
    const ours = settingParts(settingValue(present, what, String(id)) as SettingValues[W])
    const inFile = settingParts(theirs)
    const fingerprints = exported(what, id) ?? undefined
    let changedOnBothSides = false
    const merged = Object.keys({ ...ours, ...inFile }).flatMap((part) => {
      const decision = mayChange(part) ? mergeValue(fingerprints, part, ours[part], inFile[part], prefer) : null
      changedOnBothSides ||= decision?.changedOnBothSides === true
      const text = decision?.side === 'file' ? inFile[part] : ours[part]
      return text === undefined ? [] : [[part, text] as const]
    })
    if (changedOnBothSides) conflicts.push({ at: `${what} ${id}`, code: 'CHANGED_BOTH', what: nameOf(theirs) })
    return Object.fromEntries(merged)
  }

  /** The scheme's id for each section of the file that was looked up. */
  const sectionIds = new Map<number, number | null>()
  /** The scheme's id for a section of the file; null when the file has no such section or there is no room for it. */
  const section = (id: number): number | null => {
    const cached = sectionIds.get(id)
    if (cached !== undefined) return cached
    const found = findSection(id)
    sectionIds.set(id, found)
    return found
  }
  const findSection = (id: number): number | null => {
    const inFile = file.sections.find((candidate) => candidate.id === id)
    if (!inFile) return null
    const { name, type, visibility } = inFile
    const fingerprints = exported('section', id)
    const sameSection = fingerprints ? present.sections.find((candidate) => candidate.id === id) : undefined
    const fileKeptKind = fingerprints?.['kind'] === fingerprint(`${type} ${visibility}`)
    // an import never changes a section's visibility, because nodes outside the file have texts in the section
    if (sameSection && (fileKeptKind || (sameSection.type === type && sameSection.visibility === visibility))) {
      const words = wordsIn(merge('section', id, { name, type, visibility }, (part) => part !== 'kind'))
      const newName = Object.keys(words).length > 0 ? words : sameSection.name
      change('section', id, { name: newName, type: sameSection.type, visibility: sameSection.visibility })
      return id
    }
    // else one of the same type and visibility that has the same name in one language
    const sameKind = present.sections.filter((other) => other.type === type && other.visibility === visibility)
    const sameName = sameKind.filter((other) => Object.entries(name).some(([lang, text]) => other.name[lang] === text))
    const [first] = sameName
    if (first) return (sameName.find((other) => other.id === id) ?? first).id
    const addedSections = changes.filter((setting) => setting.what === 'section' && !setting.was).length
    if (present.sections.length + addedSections >= MAX_SETTINGS.sections) return null
    const added = newSectionId()
    change('section', added, { name, type, visibility })
    return added
  }

  /** The scheme's id for each video of the file that was looked up. */
  const videoIds = new Map<number, number | null>()
  /** The scheme's id for a video of the file; null when the file has no such video or the client cannot show it. */
  const video = (id: number): number | null => {
    const cached = videoIds.get(id)
    if (cached !== undefined) return cached
    const found = findVideo(id)
    videoIds.set(id, found)
    return found
  }
  const isStored = (address: string, ...kinds: StoredKind[]) => isStoredAs(target, address, kinds)
  const findVideo = (id: number): number | null => {
    const inFile = file.videos.find((candidate) => candidate.id === id)
    if (!inFile) return null
    const { name, url, poster = null } = inFile
    const fingerprints = exported('video', id)
    const sameVideo = fingerprints ? present.videos.find((candidate) => candidate.id === id) : undefined
    if (sameVideo && (sameVideo.url === url || fingerprints?.['url'] === fingerprint(url))) {
      if (!target.showsVideos) return id
      const parts = merge('video', id, { name, url, poster }, (part) => part !== 'url')
      const picture = parts['poster'] ?? null
      const fits = picture === null || picture === sameVideo.poster || isStored(picture, 'picture')
      if (!fits) problems.push({ at: name, code: 'FILE_UNKNOWN', what: picture })
      change('video', id, {
        name: parts['name'] ?? sameVideo.name,
        url: sameVideo.url,
        poster: fits ? picture : (sameVideo.poster ?? null),
      })
      return id
    }
    const sameAddress = present.videos.find((other) => other.url === url)
    if (sameAddress) return sameAddress.id
    const justAdded = changes.find((setting) => setting.what === 'video' && setting.now?.url === url)
    if (justAdded) return Number(justAdded.id)
    if (!target.showsVideos) return null
    if (parseAddress(url)?.kind !== 'web' && !isStored(url, 'video')) return null
    const storedPoster = poster !== null && isStored(poster, 'picture') ? poster : null
    if (poster !== null && storedPoster === null) problems.push({ at: name, code: 'FILE_UNKNOWN', what: poster })
    const added = newVideoId()
    change('video', added, { name: videoName(inFile), url, poster: storedPoster })
    return added
  }

  /** For each two-letter language that was looked up, whether the scheme has it. */
  const languages = new Map<string, boolean>()
  /**
   * Whether the scheme has a two-letter language. A missing one is added when the first text in it is imported, or is
   * reported when it cannot be added.
   */
  const language = (short: string): boolean => {
    const cached = languages.get(short)
    if (cached !== undefined) return cached
    const isOfLanguage = (locale: string) => locale.split('-')[0] === short
    const exists = present.languages.some(isOfLanguage)
    const locale = file.languages.find(isOfLanguage)
    // a language that was removed from the scheme after the export is not added again
    const wasRemoved = locale !== undefined && exported('language', locale) !== null
    const addedLanguages = changes.filter(({ what }) => what === 'language').length
    const hasRoom = present.languages.length + addedLanguages < MAX_SETTINGS.languages
    const fits = exists || (hasRoom && locale !== undefined && !wasRemoved)
    if (!fits) problems.push({ at: short, code: 'LANGUAGE_UNKNOWN', what: short })
    else if (locale !== undefined && !exists) change('language', locale, true)
    languages.set(short, fits)
    return fits
  }

  // A scale that the scheme has deleted since the export is not added again. One of another scheme's file is added only
  // when a skill of the file is of its kind and no skill of the scheme is, because it would decide how those pass.
  const kinds = new Set(file.nodes.map(({ grade }) => grade))
  for (const { grade, pass, labels } of file.grades) {
    const existedAtExport = exported('grade', grade) !== null
    const existsInScheme = settingValue(present, 'grade', String(grade)) !== null
    if (existsInScheme && existedAtExport) {
      const parts = merge('grade', grade, { pass, labels })
      change('grade', grade, { pass: Number(parts['pass']), labels: labelsIn(parts) })
    } else if (!existsInScheme && !existedAtExport && (isOwnFile || (kinds.has(grade) && !target.kinds.has(grade))))
      change('grade', grade, { pass, labels })
  }
  if (isOwnFile) {
    // sections and videos that the file's author added or renamed, also those that no node uses
    const removedFromScheme = (what: 'section' | 'video', id: number) =>
      exported(what, id) !== null && settingValue(present, what, String(id)) === null
    for (const { id } of file.sections) if (!removedFromScheme('section', id)) section(id)
    for (const { id } of file.videos) if (!removedFromScheme('video', id)) video(id)
  }

  return {
    isOwnFile,
    section,
    video,
    language,
    /** Whether the client has stored this file or picture, so that content may refer to it. */
    hasFile: (address: string) => isStored(address, 'file', 'picture'),
    /** The changes of settings, complete only once all nodes are imported; `after` are the settings with them. */
    result(): { changes: SettingChange[]; after: Settings; conflicts: Conflict[]; problems: ImportProblem[] } {
      const after = applySettings(present, changes)
      if (!after) throw new Error('settings that do not follow from the scheme')
      return { changes, after, conflicts, problems }
    },
  }
}

/** Whether an address is that of a file of one of these kinds that the client has stored. */
function isStoredAs({ files }: SettingsTarget, address: string, kinds: readonly StoredKind[]): boolean {
  const kind = files.get(parseStoredAddress(address)?.id ?? '')
  return kind !== undefined && kinds.includes(kind)
}

/** The name of a video of a file; one without a name is called by its address, as far as a name may be long. */
export function videoName({ name, url }: { name: string; url: string }): string {
  return name.trim() === '' ? cutText(url, 200) : name
}

/** A function that returns a new id with each call, above all ids that are taken. */
function newIds(taken: Iterable<number>): () => number {
  let last = 0
  for (const id of taken) last = Math.max(last, id)
  return () => ++last
}

/** The name of a setting for people; empty for a language or a scale. */
function nameOf(value: SettingValues[SettingType]): string {
  if (value === true || 'pass' in value) return ''
  return typeof value.name === 'string' ? value.name : (Object.values(value.name)[0] ?? '')
}

/** The name of a section from its parts, the inverse of `settingParts`. */
function wordsIn(parts: Readonly<Record<string, string>>): Words {
  const words = Object.entries(parts).filter(([part]) => part.startsWith('name.'))
  return Object.fromEntries(words.map(([part, text]) => [part.slice('name.'.length), text]))
}

/** The labels of a scale from its parts, the inverse of `settingParts`. */
function labelsIn(parts: Readonly<Record<string, string>>): SettingValues['grade']['labels'] {
  const labels = Object.entries(parts).flatMap(([part, text]) =>
    part.startsWith('labels.') ? [[part.slice('labels.'.length), JSON.parse(text) as string[]] as const] : [],
  )
  return labels.length === 0 ? null : Object.fromEntries(labels)
}
