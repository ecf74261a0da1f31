import type { AriaWords } from './words.ts'

export default {
  collectionLabel: 'Awgrymiadau',
} satisfies AriaWords
