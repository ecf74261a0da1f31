/**
 * SQL of a title or name in a language, both SQL, too: where it is missing in English, otherwise in any. Null where there
 * are no words.
 */
export const wordsIn = (words: string, language: string) =>
  `coalesce(${words} ->> ${language}, ${words} ->> 'en', (SELECT min(value) FROM jsonb_each_text(${words})))`
