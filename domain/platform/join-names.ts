/** Letters before which Welsh says "ac" instead of "a". A name that begins with W or Y mostly begins with a consonant. */
const WELSH_VOWEL = /^[aeiouàáâäèéêëìíîïòóôöùúûüŵŷ]/i

/**
 * Names as in a sentence: "Anna, Dewi and Siân". Welsh is written here, because Chromium has none and writes "and", and
 * Node writes "a(c)".
 */
export function joinNames(names: readonly string[], locale: string): string {
  if (!locale.startsWith('cy')) return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
  const last = names.at(-1) ?? ''
  if (names.length < 2) return last
  return `${names.slice(0, -1).join(', ')} ${WELSH_VOWEL.test(last) ? 'ac' : 'a'} ${last}`
}
