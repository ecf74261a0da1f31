import type { AriaWords } from './words.ts'

export default {
  expand: 'Ehangu',
  collapse: 'Crebachu',
} satisfies AriaWords
