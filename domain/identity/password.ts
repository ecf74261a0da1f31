/** The rules for passwords [5.11], [9.16]. */
type PasswordRule = 'length' | 'lower' | 'upper' | 'number' | 'special'

/** The fewest and the most characters of a password. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200

/** Whether a password is longer than one can be; a field does not cut it, or it would be another one than was typed. */
export const isTooLong = (password: string): boolean => password.length > PASSWORD_MAX

/** Each rule with a pattern that a password must match. */

const rules: readonly (readonly [PasswordRule, RegExp])[] = [
  ['length', new RegExp(`^.{${PASSWORD_MIN},}$`, 'su')],
  ['lower', /\p{Ll}/u],
  ['upper', /\p{Lu}/u],
  ['number', /\p{N}/u],
  ['special', /[^\p{L}\p{M}\p{N}\s]/u],
]

/** All rules, in the order in which they are shown. */
export const passwordRules: readonly PasswordRule[] = rules.map(([rule]) => rule)

/** The rules that a password breaks, in the order in which they are shown. Letters of any script count. */
export function brokenRules(password: string): PasswordRule[] {
  return rules.filter(([, pattern]) => !pattern.test(password)).map(([rule]) => rule)
}
