/** The texts of which the labels of grade kinds 1 to 8 consist [4.22], by language. */
const words = {
  en: {
    no: 'Not awarded',
    yes: 'Awarded',
    na: 'N/A',
    practice: 'Needs practice',
    poor: 'Poor',
    fair: 'Fair',
    good: 'Good',
    pass: 'Pass',
    excellent: 'Excellent',
  },
  cy: {
    no: 'Heb ei ddyfarnu',
    yes: 'Dyfarnwyd',
    na: 'Amh.',
    practice: 'Angen ymarfer',
    poor: 'Gwan',
    fair: 'Gweddol',
    good: 'Da',
    pass: 'Pasio',
    excellent: 'Rhagorol',
  },
} as const

type Word = keyof (typeof words)['en']

/** The labels of the kinds 1 to 5, that of grade 0 first; the kinds above have those of kind 5. */
const labelsByKind: readonly (readonly Word[])[] = [
  ['no', 'yes'],
  ['na', 'practice', 'pass'],
  ['na', 'fair', 'good', 'pass'],
  ['na', 'poor', 'fair', 'good', 'pass'],
  ['na', 'poor', 'fair', 'pass', 'good', 'excellent'],
]

/** The labels of a grade kind in a language (its two-letter key); English where there is no translation. */
export function gradeLabels(kind: number, language: string): string[] {
  const translated = language === 'cy' ? words.cy : words.en
  return (labelsByKind[Math.min(kind, 5) - 1] ?? []).map((word) => translated[word])
}
