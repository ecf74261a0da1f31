import { searchOf } from '#web/desk/list/list-address.ts'

/** The filter value for a number or a postcode, without characters that neither contains; undefined if nothing is left. */
export function filterValue(text: string): string | undefined {
  const value = searchOf(text.replaceAll(/[^\p{L}\p{N} ./_-]/gu, '').slice(0, 50))
  return value !== undefined && /[\p{L}\p{N}]/u.test(value) ? value : undefined
}
