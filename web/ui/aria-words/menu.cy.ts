import type { AriaWords } from './words.ts'

export default {
  longPressMessage: 'Pwyswch yn hir, neu pwyswch Alt + Saeth i lawr, i agor y ddewislen',
} satisfies AriaWords
