import { createContext, useContext } from 'react'
import type { RegisterInput } from '#web/offline/coach-store.ts'

/** A text about a child that a coach writes in a dialog. */
export interface EditedText {
  /** The text as it is now; empty = none. */
  stored: string
  title: string
  label: string
  hint: string
  /** Said when the text is saved. */
  saved: string
  maxLength: number
  rows: number
  /** The entry that stores a text. */
  entryOf: (text: string) => RegisterInput
}

/** Opens the dialog for a text. */
export const OpenText = createContext<(text: EditedText) => void>(() => undefined)

export function useOpenText(): (text: EditedText) => void {
  return useContext(OpenText)
}
