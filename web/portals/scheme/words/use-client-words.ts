import { useQuery } from '@tanstack/react-query'
import type { ClientLanguage } from '#contract/tenants/client-words.ts'
import { shortLocale } from '#web/shell/i18n/language.ts'
import { bundled } from '#web/shell/i18n/word-languages.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { flatWords, isMissing, wordRows, type WordRow } from './word-rows.ts'

export const languagesKey = ['client-languages'] as const
export const wordsKey = ['client-words'] as const

export function useClientLanguages() {
  const { api } = useShell()
  return useQuery({
    queryKey: languagesKey,
    queryFn: ({ signal }) => api.get('/client-languages', { signal }),
  })
}

/** The built-in texts of all portals, from a static file; none for a language that the product does not ship. */
async function builtInWords(language: string, signal: AbortSignal): Promise<[string, string][]> {
  if (bundled.every((locale) => locale !== language)) return []
  const reply = await fetch(`/locales/${language}.json`, { signal })
  if (!reply.ok) throw new Error(`no words of ${language}`)
  return flatWords(await reply.json())
}

/** All texts in one language: those of the portals, and those that the server writes, such as mails. */
export function useWordRows(language: ClientLanguage | undefined) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...wordsKey, language?.language_id],
    enabled: language !== undefined,
    queryFn: async ({ signal }): Promise<WordRow[]> => {
      // the query runs only with a language; the defaults are for the type
      const { language_id: id = 0, language: locale = '' } = language ?? {}
      const [words, english, built] = await Promise.all([
        api.get(`/client-languages/${id}/words`, { signal }),
        builtInWords('en', signal),
        builtInWords(shortLocale(locale), signal),
      ])
      const serverEnglish = words.server.map((text) => [text.key, text.english] as const)
      const serverBuilt = words.server.flatMap(({ key, built: text }) => (text === null ? [] : [[key, text] as const]))
      // the chosen wording replaces built-in texts
      const allBuilt = new Map([...built, ...serverBuilt, ...Object.entries(words.wording)])
      return wordRows(new Map([...english, ...serverEnglish]), allBuilt, new Map(Object.entries(words.own)))
    },
  })
}

export function countMissing(rows: readonly WordRow[] | undefined): number | undefined {
  return rows?.filter(isMissing).length
}
