import { useTranslation } from 'react-i18next'
import type { ImportRow } from '#contract/flows/member-imports.ts'
import { TITLES_HEADING } from '#domain/members/class-titles.ts'
import { placeOfColumn } from '#domain/members/import-columns.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { useSchemes } from '../club-data.ts'
import { limitsOf } from '../entry-limits.ts'

type Problem = ImportRow['problems'][number]

/** Writes the name of an import's field: `Guardian 2, e-mail` for `guardian_2_email`. */
export function useFieldWords(): (field: string) => string {
  const { t } = useTranslation()
  const schemes = useSchemes()
  return (field) => {
    const place = placeOfColumn(field)
    if (place !== null) {
      const [slug = ''] = place.split('/', 1)
      const { level = null, title = place } = titlesAt(schemes.get(slug), place.slice(slug.length)) ?? {}
      return t('club.import.passedLevel', {
        level: level === null ? title : t('club.import.skillOfLevel', { level, skill: title }),
      })
    }
    // the fields of the first guardian have no number
    const [match, number, part] = /^guardian_(?:(\d)_)?(\w+)$/.exec(field) ?? []
    if (match === undefined) return t(`club.field.${field}`)
    return t('club.import.guardianField', { at: number ?? '1', field: t(`club.field.${part}`) })
  }
}

/** The title of a level or skill, and that of the level that a skill is below. */
function titlesAt(ready: ReadyScheme | undefined, id: string): { title: string; level: string | null } | undefined {
  const title = ready?.nodes.get(id)?.title
  if (ready === undefined || title === undefined) return undefined
  const { scheme, nodes } = ready
  const at = scheme.index.get(id) ?? -1
  if (scheme.skill[at] !== 1) return { title, level: null }
  let above = scheme.parent[at] ?? -1
  while (above >= 0 && scheme.nodes[above]?.t !== 'l') above = scheme.parent[above] ?? -1
  return { title, level: nodes.get(scheme.ids[above] ?? '')?.title ?? null }
}

/** Writes the heading of a column: that of the file, or what the column of titles between the rows is. */
export function useHeadingWords(): (heading: string, index: number) => string {
  const { t } = useTranslation()
  return (heading, index) => {
    if (heading === TITLES_HEADING) return t('club.import.blockTitle')
    return heading === '' ? t('club.import.columnNumber', { column: index + 1 }) : heading
  }
}

/** Writes a problem of a row as a sentence. */
export function useProblemWords(): (problem: Problem) => string {
  const { t } = useTranslation()
  const fieldWords = useFieldWords()
  return ({ field: name, problem, row }) => {
    // `row` is the other row, when two rows contradict each other
    const text =
      row === undefined ? t(`club.entry.${problem}`, limitsOf(name ?? '')) : t(`club.import.other.${problem}`, { row })
    return name === null ? text : t('club.import.ofField', { field: fieldWords(name), said: text })
  }
}

/** The codes of refusals that have a text of their own, and those of files that cannot be read. */
const REFUSALS = ['CSV_HEADER', 'CSV_UNREADABLE', 'CSV_TOO_LONG', 'PAYLOAD_TOO_LARGE', 'IMPORT_STATE']
const UNREADABLE = ['pdf', 'xls', 'html', 'archive', 'damaged', 'too-large']

/** Writes why a file is refused; undefined for what every page says in the same way. */
export function useRefusalWords(): (code: string, ids: unknown, refusal: { detail: string }) => string | undefined {
  const { t } = useTranslation()
  return (code, _ids, { detail }) => {
    const line = code === 'CSV_UNREADABLE' ? /^line (\d+)$/.exec(detail)?.[1] : undefined
    if (line !== undefined) return t('club.import.refused.quotes', { line })
    const limit = code === 'CSV_TOO_LONG' ? /^(?:(rows|columns|lines): |row (\d+): a cell)/.exec(detail) : null
    if (limit !== null) return t(`club.import.refused.${limit[1] ?? 'cell'}`, { row: limit[2] })
    if (code === 'CSV_HEADER' && detail === 'empty') return t('club.import.refused.empty')
    if (code === 'CSV_UNREADABLE' && UNREADABLE.includes(detail)) return t(`club.import.unreadable.${detail}`)
    return REFUSALS.includes(code) ? t(`club.import.refused.${code}`) : undefined
  }
}
