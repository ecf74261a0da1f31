import { useTranslation } from 'react-i18next'
import type { ImportRow } from '#contract/flows/member-imports.ts'
import { limitsOf } from '../entry-limits.ts'

type Problem = ImportRow['problems'][number]

/** `Guardian 2, e-mail` of `guardian_2_email`. */
export function useFieldWords(): (field: string) => string {
  const { t } = useTranslation()
  return (field) => {
    const [guardian, at, part] = /^guardian_(?:(\d)_)?(\w+)$/.exec(field) ?? []
    if (guardian === undefined) return t(`club.field.${field}`)
    return t('club.import.guardianField', { at: at ?? '1', field: t(`club.field.${part}`) })
  }
}

/** What is wrong with a row, one sentence a problem. */
export function useProblemWords(): (problem: Problem) => string {
  const { t } = useTranslation()
  const field = useFieldWords()
  return ({ field: name, problem, row }) => {
    const said =
      row === undefined ? t(`club.entry.${problem}`, limitsOf(name ?? '')) : t(`club.import.other.${problem}`, { row })
    return name === null ? said : t('club.import.ofField', { field: field(name), said })
  }
}
