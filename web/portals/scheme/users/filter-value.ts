import { searchOf } from '#web/desk/list/list-address.ts'

/**
 * The value of the filter by membership number or by postcode: the typed text without characters that neither contains,
 * and no longer than the server accepts; undefined if no letter or digit is left.
 */
export function filterValue(text: string): string | undefined {
  const value = searchOf(text.replaceAll(/[^\p{L}\p{N} ./_-]/gu, '').slice(0, 50))
  return value !== undefined && /[\p{L}\p{N}]/u.test(value) ? value : undefined
}
