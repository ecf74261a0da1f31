import type { AriaWords } from './words.ts'

export default {
  'Clear search': "Clirio'r chwiliad",
} satisfies AriaWords
