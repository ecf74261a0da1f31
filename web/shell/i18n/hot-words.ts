import i18next from 'i18next'

/** Shows changed texts of a locale file in the open page. Only `npm run dev` loads this module. */
import.meta.hot?.on('rungs:words', ({ language, texts }: { language: string; texts: Record<string, string> }) => {
  for (const [key, text] of Object.entries(texts)) i18next.addResource(language, 'translation', key, text)
  // every component that shows texts renders again on this event
  i18next.emit('languageChanged', i18next.language)
})
