import { listItems } from '#domain/curriculum/address.ts'
import { importSettings, type SettingsTarget, type StoredKind } from './import-settings.ts'
import type { Section, Words } from '#domain/curriculum/content.ts'
import type { Conflict } from './merge-file.ts'
import type { PreferredSide } from './merge-node.ts'
import type { ImportProblem, SchemeFile } from './scheme-file.ts'
import { passPointOfKind } from '#domain/curriculum/scheme.ts'
import type { Setting, Settings } from '#domain/curriculum/edits/scheme-settings.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import type { AuthorNode, Tree } from '#domain/curriculum/tree.ts'

/** The scheme that a file is imported into. */
export interface TargetScheme {
  uuid: string
  settings: Settings
  tree: Tree
  /** Whether the client shows videos. */
  films: boolean
  /** Files that the client has stored for its curricula, by id. */
  files: ReadonlyMap<string, StoredKind>
}

interface Fitted {
  nodes: AuthorNode[]
  /** The changes of settings that go with it. */
  settings: Setting[]
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
  const bring = importSettings(file, groundOf(scheme), prefer)
  const words = (text: Words, kept: Words = {}): Words =>
    Object.fromEntries(Object.entries(text).filter(([language]) => bring.language(language) || language in kept))
  const sectionId = (of: number, was: Section | undefined): number | null =>
    !bring.own && was?.of === of ? of : (bring.section(of) ?? (was?.of === of ? of : null))
  const fitSection = (section: Section, here: AuthorNode | undefined): Section[] => {
    const was = here?.content.find(({ key, type }) => key === section.key && type === section.type)
    const fits = {
      ...section,
      title: words(section.title, was?.title),
      value: words(section.type === 'files' ? withFiles(section.value, was?.value) : section.value, was?.value),
    }
    if (section.of === null) return [fits]
    const of = sectionId(section.of, was)
    if (of !== null) return [{ ...fits, of }]
    // without the scheme's section nobody knows who may read it
    const { name = {} } = file.sections.find(({ id }) => id === section.of) ?? {}
    report(`section ${section.of}`, 'SECTION_UNKNOWN', Object.values(name)[0] ?? '')
    return []
  }
  /** A list of files without those that the client does not have. */
  const withFiles = (value: Words, was: Words = {}): Words => {
    const had = new Set(Object.values(was).flatMap(listItems))
    return Object.fromEntries(
      Object.entries(value).map(([language, text]) => {
        const kept = listItems(text).filter((address) => {
          const fits = had.has(address) || parseStoredAddress(address) === null || bring.hasFile(address)
          if (!fits) report(parseStoredAddress(address)?.name ?? address, 'FILE_UNKNOWN', address)
          return fits
        })
        return [language, kept.length === listItems(text).length ? text : kept.join(', ')]
      }),
    )
  }
  const video = (id: number, node: AuthorNode): number[] => {
    const here = bring.video(id)
    if (here !== null) return [here]
    if (scheme.tree.nodes.get(node.id)?.videos.includes(id)) return [id]
    report(node.id, 'VIDEO_UNKNOWN', file.videos.find((candidate) => candidate.id === id)?.name ?? String(id))
    return []
  }
  const nodes = file.nodes.map((node): AuthorNode => {
    const here = scheme.tree.nodes.get(node.id)
    const title = words(node.title, here?.title)
    return {
      ...node,
      title: Object.keys(title).length > 0 ? title : node.title,
      content: node.content.flatMap((section) => fitSection(section, here)),
      videos: [...new Set(node.videos.flatMap((id) => video(id, node)))],
    }
  })
  const { list, after, conflicts, problems } = bring.done()
  for (const kind of new Set(file.nodes.flatMap(({ grade }) => grade ?? []))) {
    const [theirs, ours] = [passPointOfKind(kind, file.grades), passPointOfKind(kind, after.grades)]
    if (theirs !== ours) report(`grade ${kind}`, 'SCALE_DIFFERS', String(ours))
  }
  return { nodes, settings: list, conflicts, problems: [...problems, ...reported.values()] }
}

function groundOf({ uuid, settings, tree, films, files }: TargetScheme): SettingsTarget {
  const all = [...tree.nodes.values(), ...tree.gone.values()]
  return {
    uuid,
    settings,
    films,
    files,
    given: {
      sections: all.flatMap(({ content }) => content.flatMap(({ of }) => of ?? [])),
      videos: all.flatMap(({ videos }) => videos),
    },
    kinds: new Set([...tree.nodes.values()].flatMap(({ grade }) => grade ?? [])),
  }
}
