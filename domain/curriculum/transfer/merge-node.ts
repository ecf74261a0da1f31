import type { Section, Words } from '#domain/curriculum/content.ts'
import { partsOf, type ComparedParts } from './scheme-fingerprints.ts'
import { fingerprint } from '#domain/curriculum/translation.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'

/** Which side wins where the scheme (`here`) and the file have both changed something. */
export type PreferredSide = 'here' | 'file'
type Side = 'here' | 'file'

/** The fingerprints of the parts of a node or setting at the time of the export; undefined when the file has none. */
type ExportedParts = Readonly<Record<string, string>> | undefined

/** The side from which a part is taken, and whether both sides have changed it, in different ways. */
interface Decision {
  side: Side
  changedOnBothSides: boolean
}

/**
 * Decides from which side a part is taken: the side that has changed it since the export, or `prefer` if both have.
 * Without fingerprints of the export the file wins, and what it lacks stays.
 */
export function mergeValue(
  exportedParts: ExportedParts,
  part: string,
  here: string | undefined,
  file: string | undefined,
  prefer: PreferredSide,
): Decision {
  if (here === file) return { side: 'here', changedOnBothSides: false }
  if (!exportedParts) return { side: file === undefined ? 'here' : 'file', changedOnBothSides: false }
  const exported = exportedParts[part]
  const fingerprintOf = (text: string | undefined) => (text === undefined ? undefined : fingerprint(text))
  if (fingerprintOf(file) === exported) return { side: 'here', changedOnBothSides: false }
  if (fingerprintOf(here) === exported) return { side: 'file', changedOnBothSides: false }
  return { side: prefer, changedOnBothSides: true }
}

/** Whether a node is still what it was when the file was exported. The order of its children does not matter. */
export function isUnchanged(exported: ExportedParts, node: AuthorNode): boolean {
  if (exported === undefined) return false
  const parts = partsOf(node)
  const names = new Set([...Object.keys(parts), ...Object.keys(exported)])
  names.delete('children')
  return [...names].every((part) => fingerprint(parts[part] ?? '') === (exported[part] ?? ''))
}

interface MergedNode {
  node: AuthorNode
  /** The node goes under the parent that it has in the file. */
  moved: boolean
  /** A part was changed on both sides, in different ways. */
  changedOnBothSides: boolean
  /** One side is a skill and the other is not; then all fields but texts and position stay those of the scheme. */
  kindDiffers: boolean
}

/** Merges one node of the scheme (`here`) with the same node of the file, part by part. */
export function mergeNode(
  here: AuthorNode,
  file: AuthorNode,
  exported: ExportedParts,
  prefer: PreferredSide,
): MergedNode {
  const parts = { here: partsOf(here), file: partsOf(file) }
  let changedOnBothSides = false
  const sideOf = (part: string): Side => {
    const decision = mergeValue(exported, part, parts.here[part], parts.file[part], prefer)
    changedOnBothSides ||= decision.changedOnBothSides
    return decision.side
  }
  const reportConflict = (): Side => {
    changedOnBothSides = true
    return prefer
  }
  const kindDiffers = (here.t === 's') !== (file.t === 's')
  const { id, parentId, title: _, content: __, pins: ___, origin: ____, ...rest } = file
  const takesFieldsOfFile = !kindDiffers && sideOf('rest') === 'file'
  // a merged title without any text would not be allowed, so the scheme's stays then
  const words = pickWords(here.title, file.title, (language) => sideOf(`title.${language}`))
  const title = Object.values(words).some((text) => text.trim() !== '') ? words : here.title
  // not `sideOf`, which would report a conflict: sections that both sides added can stand next to each other
  const order = mergeValue(exported, 'sections', parts.here['sections'], parts.file['sections'], prefer)
  const content = mergeContent(here.content, file.content, { sideOf, reportConflict, order: order.side, parts })
  const moved = sideOf('place') === 'file'
  const { pins, origin } = here
  const node: AuthorNode = {
    ...(takesFieldsOfFile ? { ...rest, ...(pins ? { pins } : {}), ...(origin ? { origin } : {}) } : here),
    id,
    parentId: moved ? parentId : here.parentId,
    title,
    content,
  }
  return { node, moved, changedOnBothSides, kindDiffers }
}

/** The texts of two sides in one: each language from the side that `sideOf` chooses. */
function pickWords(here: Words, file: Words, sideOf: (language: string) => Side): Words {
  const languages = [...new Set([...Object.keys(here), ...Object.keys(file)])]
  return Object.fromEntries(
    languages.flatMap((language) => {
      const text = (sideOf(language) === 'here' ? here : file)[language]
      return text === undefined ? [] : [[language, text]]
    }),
  )
}

/** What the merge of sections needs to know of the merge of their node. */
interface Choices {
  sideOf: (part: string) => Side
  /** Reports a conflict and returns the preferred side; for a section that one side removed and the other changed. */
  reportConflict: () => Side
  /** The side whose order of sections is taken. */
  order: Side
  parts: { here: ComparedParts; file: ComparedParts }
}

function mergeContent(
  here: readonly Section[],
  file: readonly Section[],
  { sideOf, reportConflict, order, parts }: Choices,
): readonly Section[] {
  if (here.length === 0 && file.length === 0) return here
  const ours = new Map(here.map((section) => [section.key, section]))
  const theirs = new Map(file.map((section) => [section.key, section]))
  const kept = new Map<string, Section>()
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const [our, their] = [ours.get(key), theirs.get(key)]
    if (our && their && our.type === their.type) {
      const of = sideOf(`section.${key}`) === 'here' ? our.of : their.of
      const sideOfLanguage = (language: string) => sideOf(`section.${key}.${language}`)
      const title = pickWords(our.title, their.title, sideOfLanguage)
      const value = pickWords(our.value, their.value, sideOfLanguage)
      kept.set(key, { ...our, of, title, value })
      continue
    }
    // only one side has the section, or the types differ: it is taken as a whole from one side
    const partNames = Object.keys({ ...parts.here, ...parts.file }).filter(
      (part) => part === `section.${key}` || part.startsWith(`section.${key}.`),
    )
    const differing = partNames.filter((part) => parts.here[part] !== parts.file[part])
    const sides = [...new Set(differing.map(sideOf))]
    // if only one side has it and its parts come from both, one side has removed it and the other has changed it
    let winner = sides[0] ?? 'here'
    if (our && their) winner = sideOf(`section.${key}`)
    else if (sides.length > 1) winner = reportConflict()
    const section = winner === 'file' ? their : our
    if (section) kept.set(key, section)
  }
  const keys = (list: readonly Section[]) => list.map(({ key }) => key).filter((key) => kept.has(key))
  const [main, second] = order === 'file' ? [keys(file), keys(here)] : [keys(here), keys(file)]
  return interleave(main, second).flatMap((key) => kept.get(key) ?? [])
}

/** The list `main` with the entries that only `second` has, each after the common entry that is before it there. */
export function interleave(main: readonly string[], second: readonly string[]): string[] {
  const inMain = new Set(main)
  /** The entries that only `second` has, by the last common entry before them; null = there is none before them. */
  const onlyInSecond = new Map<string | null, string[]>()
  let lastCommon: string | null = null
  for (const id of second) {
    if (inMain.has(id)) lastCommon = id
    else onlyInSecond.set(lastCommon, [...(onlyInSecond.get(lastCommon) ?? []), id])
  }
  return [...(onlyInSecond.get(null) ?? []), ...main.flatMap((id) => [id, ...(onlyInSecond.get(id) ?? [])])]
}
