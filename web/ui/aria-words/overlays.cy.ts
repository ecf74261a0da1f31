import type { AriaWords } from './words.ts'

export default {
  dismiss: 'Cau',
} satisfies AriaWords
