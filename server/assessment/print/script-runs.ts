import bidiFactory from 'bidi-js'
import type { OtherFamily } from './fonts.ts'

// Node loads the package as CommonJS, where the function is the module itself, which its types do not say
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** A part of a text that is written in one font; `family` is null for the theme's. */
export interface ScriptRun {
  family: OtherFamily | null
  run: string
}

/** Letters of a word of one script, or what stands between words, in the order in which they are read. */
interface Piece {
  /** Odd where it is read from right to left. */
  level: number
  script: 'hebrew' | 'arabic' | null
  text: string
}

/** The script of a letter that themes' fonts lack and that is read from right to left, or of a digit of such a script. */
function scriptOf(letter: string): Piece['script'] {
  if (/\p{sc=Hebrew}/u.test(letter)) return 'hebrew'
  return /[\p{sc=Arabic}\u0640\u0660-\u0669\u06f0-\u06f9]/u.test(letter) ? 'arabic' : null
}

/** A number in front of a letter is a part of a word, as in `3a`; a mark before it keeps it there. */
const NUMBER_IN_WORD = /(?<![\p{L}\p{N}])\p{Nd}+(?=\p{L})/gu
const LEFT_TO_RIGHT_MARK = '\u200E'

/** The pieces of a text in the order in which they stand on the line, by the Unicode bidirectional algorithm. */
function piecesOf(text: string): Piece[] {
  const marked = text.replaceAll(NUMBER_IN_WORD, `${LEFT_TO_RIGHT_MARK}$&`)
  const embedding = bidi.getEmbeddingLevels(marked, 'ltr')
  const pieces: Piece[] = []
  for (const index of bidi.getReorderedIndices(marked, embedding)) {
    const letter = marked[index] ?? ''
    if (letter === LEFT_TO_RIGHT_MARK) continue
    const [level = 0, script] = [embedding.levels[index], scriptOf(letter)]
    const last = pieces.at(-1)
    if (last?.level === level && (script === null || last.script === null || script === last.script)) {
      last.script ??= script
      last.text = level % 2 === 1 ? letter + last.text : last.text + letter
    } else pieces.push({ level, script, text: letter })
  }
  return pieces
}

const reversed = (text: string) => [...text].toReversed().join('')
/** The text with brackets as they look from the other side. */
const mirrored = (text: string) => [...text].map((sign) => bidi.getMirroredCharacter(sign) ?? sign).join('')

/** A piece as the library for PDF takes it, which turns letters and digits of these scripts around, and nothing else. */
function runOf({ level, script, text }: Piece): ScriptRun {
  if (level % 2 === 0) return { family: script, run: script === null ? text : reversed(text) }
  if (script === null) return { family: null, run: mirrored(reversed(text)) }
  // it orders words from left to right, but leaves what lies between no-break spaces to the font
  return { family: script, run: mirrored(text).replaceAll(' ', '\u00A0') }
}

/**
 * Divides a text by the fonts in which it is written: names may have letters of any script, of which a theme's font has
 * but a few. `hasAll` says whether it has all these letters. Words that lack one are not mixed of two fonts: all of the
 * text is written in the other font then. A middle dot parts facts of which each has its own direction.
 */
export function scriptRuns(text: string, hasAll: (letters: string) => boolean): ScriptRun[] {
  // where a letter and its accent are one character, more fonts have it
  const facts = text.normalize('NFC').split(/(?<=·)/)
  const runs: ScriptRun[] = []
  for (const { family, run } of facts.flatMap(piecesOf).map(runOf)) {
    const last = runs.at(-1)
    if (family === null && last?.family === null) last.run += run
    else runs.push({ family, run })
  }
  const theme = runs.every(({ family, run }) => family !== null || hasAll(run)) ? null : 'latin'
  return runs.map(({ family, run }) => ({ family: family ?? theme, run }))
}
