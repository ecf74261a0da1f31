import type { OutlineRow } from './outline.ts'
import { htmlOfText, lostMarkup, textOfHtml, withoutTables } from './outline-text.ts'
import { LeftOutCounts, withShortTitle, type Outline } from './sheet.ts'

interface CaseLink {
  identifier: string
}

/** The parts of a CASE package (1EdTech, versions 1.0 and 1.1) that are read. */
export interface CasePackage {
  CFDocument: { identifier: string; title: string; description?: string | null; notes?: string | null }
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
        sequenceNumber?: number | string | null
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

/** An element of HTML. */
const TAG = /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?>/i

/** A statement as a title: in one line, without the formatting that it may have as HTML or Markdown. */
function lineOf(statement: string): string {
  const text = TAG.test(statement) ? textOfHtml(statement) : statement
  return text
    .replaceAll(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const htmlOf = (text: string): string => (TAG.test(text) ? withoutTables(text) : htmlOfText(text))

const sequenceOf = (sequence: number | string | null | undefined): number => {
  const number = Number(sequence ?? Number.NaN)
  return Number.isNaN(number) ? Infinity : number
}

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
  leftOut.add('description', '', isFilled(CFDocument.description ?? CFDocument.notes ?? null) ? 1 : 0)
  // an item that comes again is the same one
  const items = new Map(CFItems.toReversed().map((item) => [item.identifier, item]))
  leftOut.add('repeated', '', CFItems.length - items.size)
  const parents = new Map<string, string>()
  const children = new Map<string, { id: string; sequence: number }[]>()
  for (const { associationType, originNodeURI, destinationNodeURI, sequenceNumber } of CFAssociations ?? []) {
    const [id, parent] = [originNodeURI.identifier, destinationNodeURI.identifier]
    if (associationType !== 'isChildOf') leftOut.add('associations', associationType)
    else if (!items.has(id)) leftOut.add('associations', associationType)
    // the package may be a part of a larger one
    else if (parent !== CFDocument.identifier && !items.has(parent)) leftOut.add('missing-parents')
    else if (parents.has(id)) leftOut.add('parents')
    else {
      parents.set(id, parent)
      const list = children.get(parent) ?? []
      list.push({ id, sequence: sequenceOf(sequenceNumber) })
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
  // items in a circle come last and are reported
  const ids = new Set([...ordered, ...CFItems.map(({ identifier }) => identifier)])
  const rows = [...ids].flatMap((id): OutlineRow[] => {
    const item = items.get(id)
    if (!item) return []
    const { fullStatement, abbreviatedStatement, humanCodingScheme, notes } = item
    const statement = lineOf(abbreviatedStatement ?? '') || lineOf(fullStatement)
    const code = (humanCodingScheme ?? '').trim()
    const texts = [lineOf(fullStatement) === statement ? '' : fullStatement, notes ?? '']
    const parts = texts.filter((part) => part.trim() !== '')
    const isHtml = parts.some((part) => TAG.test(part))
    for (const part of [fullStatement, ...parts]) for (const tag of lostMarkup(part)) leftOut.add('markup', tag)
    const row: OutlineRow = {
      at: code === '' ? id : code,
      key: id,
      id,
      parentKey: isTop(id) ? null : (parents.get(id) ?? null),
      title: code === '' || statement.startsWith(code) ? statement : `${code} ${statement}`.trim(),
      ...(isHtml ? { html: parts.map(htmlOf).join('') } : { text: parts.join('\n\n') }),
    }
    return [withShortTitle(row, leftOut)]
  })
  return { rows, leftOut: leftOut.list(), name: CFDocument.title }
}
