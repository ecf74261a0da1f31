/** A letter that is written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/**
 * A value of a text as it stands among words and numbers that are written from left to right. Without the two marks
 * around it, a number after an Arabic name is drawn before the name.
 */
export function isolated<T>(value: T): T | string {
  return typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value
}

/** Names, or a name and a day, one after another, as each of them is written. */
export function listed(texts: readonly string[]): string {
  return texts.map(isolated).join(', ')
}

/** A text without those marks, as it is stored. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '')
}
