import { isName, NAME_MAX } from '#domain/platform/name.ts'

/** What a provider may know somebody by: some text, no longer than OpenID Connect has it, that can be kept as it is. */
export function isSubject(subject: string): boolean {
  return subject.length > 0 && subject.length <= 255 && isPlain(subject)
}

/** Text that a database keeps without changing it, so that two of them stay two. */
export function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** Names as we keep them, of what a provider says; somebody without a name of letters is shown as a dash. */
export function remoteName(given: unknown, family: unknown, whole: unknown): { firstname: string; lastname: string } {
  const [first = '', ...rest] = clean(whole).split(' ')
  return { firstname: fitting(clean(given) || first), lastname: fitting(clean(family) || rest.join(' ')) }
}

function clean(name: unknown): string {
  return typeof name === 'string' ? name.normalize('NFC').replace(/\s+/g, ' ').trim() : ''
}

function fitting(name: string): string {
  const short = name.slice(0, NAME_MAX).trim()
  return isName(short) ? short : '–'
}
