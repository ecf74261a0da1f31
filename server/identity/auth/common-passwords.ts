import { dictionary } from '@zxcvbn-ts/language-common'

let common: ReadonlySet<string> | undefined

/**
 * Whether a password is a common one, ignoring case. The 3,000 most common (security.md 14) break the password rules
 * anyway. Common ones that satisfy the rules, such as `P@ssw0rd`, stand further down the list, so the whole list is
 * used.
 */
export function isCommon(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map((entry) => String(entry).toLowerCase()))
  return common.has(password.toLowerCase())
}
