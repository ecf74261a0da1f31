import type { Term, TermBody } from '#contract/scheduling/sessions.ts'
import { termProblems } from '#domain/scheduling/term-entry.ts'

/** The values of the form's fields, with a name for each language. */
export interface TermValues {
  kind: 'term' | 'holiday'
  names: { language: string; text: string }[]
  first_date: string
  last_date: string
}

/** The field at which the form shows the problem of the name: the name in the first language. */
export const NAME_FIELD = 'names.0.text'

export function termValues(term: Term | null, languages: readonly string[]): TermValues {
  return {
    kind: term?.kind ?? 'term',
    names: languages.map((language) => ({ language, text: term?.name[language] ?? '' })),
    first_date: term?.first_date ?? '',
    last_date: term?.last_date ?? '',
  }
}

/** The body that saves the term. It keeps the names in languages that the form does not show. */
export function termBody({ names, ...values }: TermValues, before?: Term): TermBody {
  const name = { ...before?.name, ...Object.fromEntries(names.map(({ language, text }) => [language, text])) }
  return { ...values, name: Object.fromEntries(Object.entries(name).filter(([, text]) => text.trim() !== '')) }
}

/** The problem of each invalid field, by the form's names. */
export function termFormProblems(values: TermValues): ReadonlyMap<string, string> {
  return new Map(
    termProblems(termBody(values)).map(({ field, problem }) => [field === 'name' ? NAME_FIELD : field, problem]),
  )
}
