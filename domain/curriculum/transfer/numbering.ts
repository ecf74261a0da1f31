// Numberings of outlines: codes in parts (`1.2.3`, `A1b`, `SW-1-2`), and numbers and letters before titles (`1.`, `a)`).

/** A code in parts: `1.2.3`, `A.1`, `K.CC.4`, `SW-1-2`, `A1b`. */
const CODE = /^[\p{L}\p{N}]+(?:[-./_:][\p{L}\p{N}]+)*\.?$/u
/** No code is longer. */
const LONGEST = 80
/** The last part of a code: behind a separator, or where letters and digits meet. */
const LAST_PART = /(?:[-./_:]+[\p{L}\p{N}]*|(?<=\p{N})\p{L}+|(?<=\p{L})\p{N}+)$/u
/** A title that begins with a number in parts. */
const NUMBERED_TITLE = /^(\d+(?:\.\d+)*|\p{Lu}(?:\.\d+)+)[.)]?\s+(?=\S)/u

/** The code before a title, such as `1.2` of `1.2 Float`, and the rest of it. */
export function splitNumber(title: string): { code: string; title: string } {
  const [whole = '', code = ''] = NUMBERED_TITLE.exec(title.trim()) ?? []
  return { code, title: title.trim().slice(whole.length) }
}

/** The code of the row above which a code is, among those that there are; null = none. */
export function codeAbove(code: string, codes: { has: (code: string) => boolean }): string | null {
  if (code.length > LONGEST) return null
  for (let above = code.replace(LAST_PART, ''), before = code; above !== before;) {
    if (codes.has(above)) return above
    before = above
    above = above.replace(LAST_PART, '')
  }
  return null
}

/** A code without the dot at its end. */
export const trimCode = (code: string): string => code.trim().replace(/\.$/, '')

/**
 * Whether codes are a numbering: most are codes, and one is above another. Codes that dots do not part are a numbering
 * when many are below others, because an id such as `kick-2` may stand beside `kick` by chance.
 */
export function areNumbers(cells: readonly string[]): boolean {
  const codes = new Set(cells.filter((cell) => cell.length <= LONGEST && CODE.test(cell)).map(trimCode))
  if (codes.size * 2 <= cells.length) return false
  const below = [...codes].filter((code) => codeAbove(code, codes) !== null)
  return below.some((code) => code.includes('.')) || below.length * 3 > codes.size
}

/** A title that begins with a number or letter and a bracket or dot: `1.`, `a)`, `(iv)`. */
const ORDINAL = /^(\(?)(\d{1,3}|[ivxl]{2,5}|[IVXL]{2,5}|\p{L})([.)])\s+\S/u
const ROMAN = /^[ivxl]+$/i

/**
 * How deep each title is by the kinds of numbers and letters before them: a kind that comes for the first time begins a
 * depth, one that was there before goes on at its own. Null for a title without one.
 */
export function ordinalDepths(titles: readonly string[]): (number | null)[] {
  /** The kinds of the present path, with the last number or letter of each. */
  let path: { kind: string; last: string }[] = []
  return titles.map((title) => {
    const [, open = '', text = '', close = ''] = ORDINAL.exec(title.trim()) ?? []
    if (text === '') return null
    const kind = `${open}${kindOf(text, (asked) => path.find((entry) => entry.kind === `${open}${asked}${close}`)?.last)}${close}`
    const known = path.findIndex((entry) => entry.kind === kind)
    const depth = known < 0 ? path.length : known
    path = [...path.slice(0, depth), { kind, last: text }]
    return depth
  })
}

/** Digits, letters or Roman numbers. An `i` is a letter after `h`, and a Roman number where one begins or goes on. */
function kindOf(text: string, lastOf: (kind: string) => string | undefined): '1' | 'a' | 'A' | 'i' | 'I' {
  if (/^\d/.test(text)) return '1'
  const isSmall = text === text.toLowerCase()
  const [letter, roman] = isSmall ? (['a', 'i'] as const) : (['A', 'I'] as const)
  if (!ROMAN.test(text)) return letter
  if (text.length > 1) return roman
  const next = String.fromCharCode(text.charCodeAt(0) - 1)
  if (lastOf(letter) === next) return letter
  return lastOf(roman) !== undefined || text.toLowerCase() === 'i' ? roman : letter
}

/** Whether titles are put together by numbers and letters of more than one kind: most have one. */
export function areOrdinals(titles: readonly string[]): boolean {
  const depths = ordinalDepths(titles).filter((depth) => depth !== null)
  return depths.length * 2 > titles.length && new Set(depths).size > 1
}
