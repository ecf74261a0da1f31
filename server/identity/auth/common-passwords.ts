import { dictionary } from '@zxcvbn-ts/language-common'

let common: ReadonlySet<string> | undefined

/**
 * Whether a password is a common one, in any case of its letters. The 3,000 most common (security.md 14) break the
 * rules anyway; those that do not, such as `P@ssw0rd`, stand further down the list, so all of it counts.
 */
export function isCommon(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map((one) => String(one).toLowerCase()))
  return common.has(password.toLowerCase())
}
