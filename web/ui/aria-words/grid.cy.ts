import type { AriaWords } from './words.ts'

export default {
  select: 'Dewis',
  selectedItem: ({ item }) => `Dewiswyd ${item}.`,
  deselectedItem: ({ item }) => `Nid yw ${item} wedi'i ddewis mwyach.`,
  selectedCount: ({ count }) => (count === 0 ? 'Ni ddewiswyd dim.' : `Wedi'u dewis: ${count}.`),
  selectedAll: 'Dewiswyd popeth.',
  longPressToSelect: 'Pwyswch yn hir i ddechrau dewis.',
} satisfies AriaWords
