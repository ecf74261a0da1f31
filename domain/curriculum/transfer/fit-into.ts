import { listItems } from '#domain/curriculum/address.ts'
import { importSettings, type SettingsTarget, type StoredKind } from './import-settings.ts'
import type { Section, Words } from '#domain/curriculum/content.ts'
import type { Conflict } from './merge-file.ts'
import type { PreferredSide } from './merge-node.ts'
import type { ImportProblem, SchemeFile } from './scheme-file.ts'
import { passPointOfKind } from '#domain/curriculum/scheme.ts'
import type { SettingChange, Settings } from '#domain/curriculum/edits/scheme-settings.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import type { AuthorNode, Tree } from '#domain/curriculum/tree.ts'

/** The scheme that a file is imported into. */
export interface TargetScheme {
  uuid: string
  settings: Settings
  tree: Tree
  /** The highest numbers of sections and videos that edits of the scheme have; an undo may bring these back. */
  lastInEdits: { section: number; video: number }
  /** Whether the client shows videos. */
  showsVideos: boolean
  /** Files that the client has stored for its curricula, by id. */
  files: ReadonlyMap<string, StoredKind>
}

interface Fitted {
  nodes: AuthorNode[]
  /** The changes of the scheme's settings that the nodes need. */
  settings: SettingChange[]
  conflicts: Conflict[]
  problems: ImportProblem[]
}

/**
 * Adapts the nodes of a file to the scheme: ids of sections and videos become those of the scheme, and missing settings
 * are added. Content for which the scheme has neither section, video, file nor language is left out and reported.
 */
export function fitInto(file: SchemeFile, scheme: TargetScheme, prefer: PreferredSide): Fitted {
  const reported = new Map<string, ImportProblem>()
  const report = (at: string, code: ImportProblem['code'], what: string) =>
    reported.set(`${code} ${at} ${what}`, { at, code, what })
  const imported = importSettings(file, settingsTargetOf(scheme), prefer)
  /** The texts in languages of the scheme, and in those that the same text of the scheme (`existing`) has. */
  const fitWords = (texts: Words, existing: Words = {}): Words =>
    Object.fromEntries(
      Object.entries(texts).filter(([language]) => imported.language(language) || language in existing),
    )
  /**
   * The id of the scheme's section for the file's section `of`. A file that was exported from this scheme has the
   * scheme's ids, so its section is looked up first. With any other file, content that refers to `of` in the scheme
   * already (`existing`) keeps that id.
   */
  const sectionId = (of: number, existing: Section | undefined): number | null => {
    const presentId = existing?.of === of ? of : null
    return imported.isOwnFile ? (imported.section(of) ?? presentId) : (presentId ?? imported.section(of))
  }
  const fitSection = (section: Section, schemeNode: AuthorNode | undefined): Section[] => {
    const existing = schemeNode?.content.find(({ key, type }) => key === section.key && type === section.type)
    const value = section.type === 'files' ? fitFiles(section.value, existing?.value) : section.value
    const fitted = {
      ...section,
      title: fitWords(section.title, existing?.title),
      value: fitWords(value, existing?.value),
    }
    if (section.of === null) return [fitted]
    const of = sectionId(section.of, existing)
    if (of !== null) return [{ ...fitted, of }]
    // without the scheme's section nobody knows who may read it
    const { name = {} } = file.sections.find(({ id }) => id === section.of) ?? {}
    report(`section ${section.of}`, 'SECTION_UNKNOWN', Object.values(name)[0] ?? '')
    return []
  }
  /** Lists of files without those that neither the client nor the same section of the scheme (`existing`) has. */
  const fitFiles = (lists: Words, existing: Words = {}): Words => {
    const existingFiles = new Set(Object.values(existing).flatMap(listItems))
    const isAvailable = (address: string): boolean => {
      const stored = parseStoredAddress(address)
      if (stored === null || existingFiles.has(address) || imported.hasFile(address)) return true
      report(stored.name, 'FILE_UNKNOWN', address)
      return false
    }
    return Object.fromEntries(
      Object.entries(lists).map(([language, list]) => {
        const addresses = listItems(list)
        const kept = addresses.filter(isAvailable)
        return [language, kept.length === addresses.length ? list : kept.join(', ')]
      }),
    )
  }
  /** The scheme's id for a video of a node of the file; empty when there is none. */
  const fitVideo = (id: number, node: AuthorNode): number[] => {
    const schemeId = imported.video(id)
    if (schemeId !== null) return [schemeId]
    if (scheme.tree.nodes.get(node.id)?.videos.includes(id)) return [id]
    report(node.id, 'VIDEO_UNKNOWN', file.videos.find((candidate) => candidate.id === id)?.name ?? String(id))
    return []
  }
  const nodes = file.nodes.map((node): AuthorNode => {
    const schemeNode = scheme.tree.nodes.get(node.id)
    const title = fitWords(node.title, schemeNode?.title)
    return {
      ...node,
      // a title in none of the scheme's languages stays, because a node must have one
      title: Object.keys(title).length > 0 ? title : node.title,
      content: node.content.flatMap((section) => fitSection(section, schemeNode)),
      videos: [...new Set(node.videos.flatMap((id) => fitVideo(id, node)))],
    }
  })
  const { changes, after, conflicts, problems } = imported.result()
  for (const kind of new Set(file.nodes.flatMap(({ grade }) => grade ?? []))) {
    const [passInFile, passInScheme] = [passPointOfKind(kind, file.grades), passPointOfKind(kind, after.grades)]
    if (passInFile !== passInScheme) report(`grade ${kind}`, 'SCALE_DIFFERS', String(passInScheme))
  }
  return { nodes, settings: changes, conflicts, problems: [...problems, ...reported.values()] }
}

function settingsTargetOf(scheme: TargetScheme): SettingsTarget {
  const { uuid, settings, tree, lastInEdits, showsVideos, files } = scheme
  const all = [...tree.nodes.values(), ...tree.gone.values()]
  return {
    uuid,
    settings,
    showsVideos,
    files,
    usedIds: {
      sections: [lastInEdits.section, ...all.flatMap(({ content }) => content.flatMap(({ of }) => of ?? []))],
      videos: [lastInEdits.video, ...all.flatMap(({ videos }) => videos)],
    },
    kinds: new Set([...tree.nodes.values()].flatMap(({ grade }) => grade ?? [])),
  }
}
