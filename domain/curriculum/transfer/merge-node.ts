import type { Section, Words } from '#domain/curriculum/content.ts'
import { partsOf, type ComparedParts } from './scheme-fingerprints.ts'
import { fingerprint } from '#domain/curriculum/translation.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'

/** Which side wins where the scheme (`here`) and the file have both changed something. */
export type PreferredSide = 'here' | 'file'
type Side = 'here' | 'file'

/** The fingerprints of one node's parts when the file was exported; undefined when the file has none. */
type Mark = Readonly<Record<string, string>> | undefined

/** From which side a part is taken; `both` = it was changed on both sides, in different ways. */
interface Decision {
  side: Side
  both: boolean
}

/** Decides about one part: the side that changed it wins. Without marks the file wins, and what it lacks stays. */
export function mergeValue(
  mark: Mark,
  part: string,
  here: string | undefined,
  file: string | undefined,
  prefer: PreferredSide,
): Decision {
  if (here === file) return { side: 'here', both: false }
  if (!mark) return { side: file === undefined ? 'here' : 'file', both: false }
  const exported = mark[part]
  const print = (text: string | undefined) => (text === undefined ? undefined : fingerprint(text))
  if (print(file) === exported) return { side: 'here', both: false }
  if (print(here) === exported) return { side: 'file', both: false }
  return { side: prefer, both: true }
}

/** Whether a node is still what it was when the file was exported. The order of its children does not matter. */
export function isUnchanged(mark: Mark, node: AuthorNode): boolean {
  const parts = partsOf(node)
  const names = new Set([...Object.keys(parts), ...Object.keys(mark ?? {})])
  names.delete('children')
  return mark !== undefined && [...names].every((part) => fingerprint(parts[part] ?? '') === (mark[part] ?? ''))
}

interface MergedNode {
  node: AuthorNode
  /** The file's parent is taken. */
  moved: boolean
  /** A part was changed on both sides, in different ways. */
  both: boolean
  /** One side is a skill and the other is not, so kind, grade and rule stay those of the scheme. */
  kindDiffers: boolean
}

/** Merges one node of the scheme with the same node of the file, part by part. */
export function mergeNode(here: AuthorNode, file: AuthorNode, mark: Mark, prefer: PreferredSide): MergedNode {
  const [mine, theirs] = [partsOf(here), partsOf(file)] as const
  let both = false
  const side = (part: string): Side => {
    const decision = mergeValue(mark, part, mine[part], theirs[part], prefer)
    both ||= decision.both
    return decision.side
  }
  const clash = (): Side => {
    both = true
    return prefer
  }
  const kindDiffers = (here.t === 's') !== (file.t === 's')
  const { id, parentId, title: _, content: __, pins: ___, origin: ____, ...rest } = file
  const fieldsOfFile = !kindDiffers && side('rest') === 'file'
  const words = pickWords(here.title, file.title, (language) => side(`title.${language}`))
  const title = Object.values(words).some((text) => text.trim() !== '') ? words : here.title
  // not `side`, which would report a conflict: sections that both sides added can stand next to each other
  const order = mergeValue(mark, 'sections', mine['sections'], theirs['sections'], prefer)
  const content = mergeContent(here.content, file.content, { side, clash, order: order.side }, [mine, theirs])
  const moved = side('place') === 'file'
  const { pins, origin } = here
  const node: AuthorNode = {
    ...(fieldsOfFile ? { ...rest, ...(pins ? { pins } : {}), ...(origin ? { origin } : {}) } : here),
    id,
    parentId: moved ? parentId : here.parentId,
    title,
    content,
  }
  return { node, moved, both, kindDiffers }
}

function pickWords(here: Words, file: Words, side: (language: string) => Side): Words {
  const languages = [...new Set([...Object.keys(here), ...Object.keys(file)])]
  return Object.fromEntries(
    languages.flatMap((language) => {
      const text = (side(language) === 'here' ? here : file)[language]
      return text === undefined ? [] : [[language, text]]
    }),
  )
}

interface Choices {
  side: (part: string) => Side
  /** Reports a conflict and returns the preferred side; for a section that one side removed and the other changed. */
  clash: () => Side
  order: Side
}

function mergeContent(
  here: readonly Section[],
  file: readonly Section[],
  { side, clash, order }: Choices,
  [mine, theirs]: readonly [ComparedParts, ComparedParts],
): readonly Section[] {
  if (here.length === 0 && file.length === 0) return here
  const ours = new Map(here.map((section) => [section.key, section]))
  const others = new Map(file.map((section) => [section.key, section]))
  const kept = new Map<string, Section>()
  for (const key of new Set([...ours.keys(), ...others.keys()])) {
    const [a, b] = [ours.get(key), others.get(key)]
    if (a && b && a.type === b.type) {
      const of = side(`section.${key}`) === 'here' ? a.of : b.of
      const chosen = (language: string) => side(`section.${key}.${language}`)
      const [title, value] = [pickWords(a.title, b.title, chosen), pickWords(a.value, b.value, chosen)]
      kept.set(key, { ...a, of, title, value })
      continue
    }
    // only one side has the section, or the types differ: it is taken as a whole from one side
    const names = Object.keys({ ...mine, ...theirs }).filter(
      (part) => part === `section.${key}` || part.startsWith(`section.${key}.`),
    )
    const sides = new Set(names.filter((part) => mine[part] !== theirs[part]).map(side))
    const [only, other] = sides
    const winner = a && b ? side(`section.${key}`) : other === undefined ? (only ?? 'here') : clash()
    const section = winner === 'file' ? b : a
    if (section) kept.set(key, section)
  }
  const keys = (list: readonly Section[]) => list.map(({ key }) => key).filter((key) => kept.has(key))
  const [main, second] = order === 'file' ? [keys(file), keys(here)] : [keys(here), keys(file)]
  return interleave(main, second).flatMap((key) => kept.get(key) ?? [])
}

/** The list `main` with the entries that only `second` has, each after the entry that precedes it in `second`. */
export function interleave(main: readonly string[], second: readonly string[]): string[] {
  const known = new Set(main)
  const after = new Map<string | null, string[]>()
  let last: string | null = null
  for (const id of second) {
    if (known.has(id)) last = id
    else after.set(last, [...(after.get(last) ?? []), id])
  }
  return [...(after.get(null) ?? []), ...main.flatMap((id) => [id, ...(after.get(id) ?? [])])]
}
