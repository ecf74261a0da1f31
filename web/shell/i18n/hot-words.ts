import i18next from 'i18next'

/** Only pages of `npm run dev` load this: puts words that changed in a file into the open page. */
import.meta.hot?.on('rungs:words', ({ language, texts }: { language: string; texts: Record<string, string> }) => {
  for (const [key, text] of Object.entries(texts)) i18next.addResource(language, 'translation', key, text)
  // what every component that shows words listens for
  i18next.emit('languageChanged', i18next.language)
})
