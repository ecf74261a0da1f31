import type { OtherFamily } from './fonts.ts'

/** A part of a text that is written in one font; `family` is null for the theme's. */
export interface ScriptRun {
  family: OtherFamily | null
  run: string
}

/** A number that is no part of a word. */
const NUMBER = String.raw`\p{Nd}+(?:[.,:/+\-]\p{Nd}+)*(?![\p{L}\p{N}])`
/** Arabic digits, which have no letters beside them that would say so, and which the themes' fonts lack. */
const ARABIC_NUMBER = String.raw`[\u0660-\u0669\u06f0-\u06f9]+(?:[.,:/\u066b\u066c][\u0660-\u0669\u06f0-\u06f9]+)*`
const HEBREW = String.raw`\p{sc=Hebrew}`
/** Letters of Arabic and the line that lengthens words. */
const ARABIC = String.raw`(?!\p{Nd})[\p{sc=Arabic}\u0640]`

/**
 * Words of one script that is written from right to left, with what stands between them, and the numbers after them. A
 * middle dot parts facts of which each has its own direction.
 */
const wordsOf = (letter: string) =>
  String.raw`${letter}(?:[^\p{L}\p{N}]*${letter}|[^\p{L}\p{N}·]*\(${NUMBER}\)|[^\p{L}\p{N}·(]*${NUMBER})*\p{M}*`
const RIGHT_TO_LEFT = new RegExp(`(${wordsOf(HEBREW)}|${wordsOf(ARABIC)}|${ARABIC_NUMBER})`, 'u')
const NUMBERS = new RegExp(`(${NUMBER})`, 'u')

const OPPOSITE: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[' }
/** The text with brackets as they look from the other side. */
const mirrored = (text: string) => text.replaceAll(/[()[\]]/g, (bracket) => OPPOSITE[bracket] ?? bracket)
const reversed = (text: string) => [...text].toReversed().join('')

/**
 * Divides a text by the fonts in which it is written: names may have letters of any script, of which a theme's font has
 * but a few. `hasAll` says whether it has all these letters. Words that lack one are not mixed of two fonts: all of the
 * text is written in the other font then.
 */
export function scriptRuns(text: string, hasAll: (letters: string) => boolean): ScriptRun[] {
  // where a letter and its accent are one character, more fonts have it
  const parts = text.normalize('NFC').split(RIGHT_TO_LEFT)
  const family = parts.every((part, n) => n % 2 === 1 || hasAll(part)) ? null : 'latin'
  return parts
    .flatMap((part, n): ScriptRun[] => (n % 2 === 0 ? [{ family, run: part }] : fromRightToLeft(part, family)))
    .filter(({ run }) => run !== '')
}

/** Words and numbers from right to left, in the order in which they stand on the line. */
function fromRightToLeft(part: string, family: 'latin' | null): ScriptRun[] {
  const script = new RegExp(HEBREW, 'u').test(part) ? 'hebrew' : 'arabic'
  return part
    .split(NUMBERS)
    .map((text, n): ScriptRun => {
      // a number is read from left to right
      if (n % 2 === 1) return numberRun(text, family)
      // the library turns letters around, but no brackets; signs alone it takes as they are
      const isWord = /\p{L}/u.test(text)
      if (!isWord) return { family, run: mirrored(reversed(text)) }
      // the library orders words from left to right, but leaves what lies between no-break spaces to the font
      return { family: script, run: mirrored(text).replaceAll(' ', '\u00A0') }
    })
    .toReversed()
}

function numberRun(text: string, family: 'latin' | null): ScriptRun {
  // the library turns Arabic digits around as it does letters
  return new RegExp(ARABIC_NUMBER, 'u').test(text) ? { family: 'arabic', run: reversed(text) } : { family, run: text }
}
