import type { OutlineRow } from './outline.ts'
import { LeftOutCounts, withShortTitle, type Outline } from './sheet.ts'

interface CaseLink {
  identifier: string
}

/** The parts of a CASE package (1EdTech, versions 1.0 and 1.1) that are read. */
export interface CasePackage {
  CFDocument: { identifier: string; title: string; language?: string | null }
  CFItems: {
    identifier: string
    fullStatement: string
    abbreviatedStatement?: string | null
    humanCodingScheme?: string | null
    notes?: string | null
  }[]
  CFAssociations?:
    | {
        associationType: string
        originNodeURI: CaseLink
        destinationNodeURI: CaseLink
        sequenceNumber?: number | null
      }[]
    | null
  CFRubrics?: readonly unknown[] | null
}

/** Fields of items that are read, or that only say what the others do. */
const TAKEN = [
  'identifier',
  'uri',
  'CFDocumentURI',
  'lastChangeDateTime',
  'fullStatement',
  'abbreviatedStatement',
  'humanCodingScheme',
  'notes',
  'language',
]

const isFilled = (value: unknown): boolean =>
  value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Reads a CASE package. Items stand below those of which they are children, the others at the top. */
export function readCasePackage({ CFDocument, CFItems, CFAssociations, CFRubrics }: CasePackage): Outline & {
  name: string
} {
  const leftOut = new LeftOutCounts()
  for (const item of CFItems)
    for (const [field, value] of Object.entries(item))
      if (!TAKEN.includes(field) && isFilled(value)) leftOut.add('fields', field)
  leftOut.add('rubrics', '', CFRubrics?.length ?? 0)
  const items = new Map(CFItems.map((item) => [item.identifier, item]))
  const parents = new Map<string, string>()
  const children = new Map<string, { id: string; sequence: number }[]>()
  for (const { associationType, originNodeURI, destinationNodeURI, sequenceNumber } of CFAssociations ?? []) {
    const [id, parent] = [originNodeURI.identifier, destinationNodeURI.identifier]
    if (associationType !== 'isChildOf') leftOut.add('associations', associationType)
    else if (!items.has(id)) leftOut.add('associations', associationType)
    else if (parents.has(id)) leftOut.add('parents')
    else {
      parents.set(id, parent)
      const list = children.get(parent) ?? []
      list.push({ id, sequence: sequenceNumber ?? Infinity })
      children.set(parent, list)
    }
  }
  const isTop = (id: string) => {
    const parent = parents.get(id)
    return parent === undefined || parent === CFDocument.identifier
  }
  const below = (parent: string) =>
    (children.get(parent) ?? []).toSorted((a, b) => (a.sequence === b.sequence ? 0 : a.sequence - b.sequence))
  const ordered = new Set<string>()
  const orphans = CFItems.filter(({ identifier }) => !parents.has(identifier)).map(({ identifier: id }) => ({ id }))
  const stack: { id: string }[] = [...below(CFDocument.identifier), ...orphans].toReversed()
  for (let next = stack.pop(); next; next = stack.pop()) {
    ordered.add(next.id)
    stack.push(...below(next.id).toReversed())
  }
  // items in a circle, or whose parent is not in the package, come last and are reported
  const ids = new Set([...ordered, ...items.keys()])
  const rows = [...ids].flatMap((id): OutlineRow[] => {
    const item = items.get(id)
    if (!item) return []
    const { fullStatement, abbreviatedStatement, humanCodingScheme, notes } = item
    const statement = (abbreviatedStatement ?? '').trim() || fullStatement.trim()
    const code = (humanCodingScheme ?? '').trim()
    const text = [fullStatement.trim() === statement ? '' : fullStatement, notes ?? '']
    const row: OutlineRow = {
      at: code === '' ? id : code,
      key: id,
      id,
      parentKey: isTop(id) ? null : (parents.get(id) ?? null),
      title: code === '' || statement.startsWith(code) ? statement : `${code} ${statement}`,
      text: text.filter((part) => part.trim() !== '').join('\n\n'),
    }
    return [withShortTitle(row, leftOut)]
  })
  return { rows, leftOut: leftOut.list(), name: CFDocument.title }
}
