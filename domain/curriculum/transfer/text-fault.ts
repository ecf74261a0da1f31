/** Why a text cannot be a curriculum, and where the fault is, from 1. */
export interface TextFault {
  why: 'EMPTY' | 'PDF' | 'SPREADSHEET' | 'NO_TEXT' | 'TOO_LONG'
  line?: number
  column?: number
}

/** The fault of what is no text: nothing at all, a file of another kind, or characters that no text has. */
export function faultOfText(text: string): TextFault | null {
  if (text.trim() === '') return { why: 'EMPTY' }
  // the beginnings of PDF files, of zip archives, as which spreadsheets are stored, and of spreadsheets of the 1990s
  if (text.startsWith('%PDF')) return { why: 'PDF' }
  if (text.startsWith('PK\u0003') || text.startsWith('ÐÏ\u0011à')) return { why: 'SPREADSHEET' }
  const control = /[^\P{Cc}\s]/u.exec(text)
  return control ? { why: 'NO_TEXT', ...placeOf(text, control.index) } : null
}

/** The line and column of a character. */
export function placeOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index).split(/\r\n?|\n/)
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
