import { searchOf } from '#web/desk/list/list-address.ts'

/** What is asked of a number or postcode: signs that neither has are left out, as spaces and capitals are. */
export function narrowedBy(text: string): string | undefined {
  const asked = searchOf(text.replaceAll(/[^\p{L}\p{N} ./_-]/gu, '').slice(0, 50))
  return asked !== undefined && /[\p{L}\p{N}]/u.test(asked) ? asked : undefined
}
