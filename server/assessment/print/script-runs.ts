import type { OtherFamily } from './fonts.ts'

/** A part of a text that is written in one font; `family` is null for the theme's. */
export interface ScriptRun {
  family: OtherFamily | null
  run: string
}

/** Words of one script that is written from right to left, with what stands between them. */
const RIGHT_TO_LEFT =
  /(\p{sc=Hebrew}(?:[^\p{L}\p{N}]*\p{sc=Hebrew})*\p{M}*|\p{sc=Arabic}(?:[^\p{L}\p{N}]*\p{sc=Arabic})*\p{M}*)/u

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
    .map((part, n): ScriptRun => {
      if (n % 2 === 0) return { family, run: part }
      // the library orders words from left to right, but leaves what lies between no-break spaces to the font
      return { family: /\p{sc=Hebrew}/u.test(part) ? 'hebrew' : 'arabic', run: part.replaceAll(' ', '\u00A0') }
    })
    .filter(({ run }) => run !== '')
}
