/** A word or phrase of the built texts (a pattern, lower case) and what a client says instead. */
export type Replacement = readonly [from: string, to: string]

/** By language, then by the client's word. Longer phrases stand first. */
export const replacements: Readonly<Record<string, Readonly<Record<string, readonly Replacement[]>>>> = {
  en: {
    pupil: [
      ['members', 'pupils'],
      ['member', 'pupil'],
    ],
    session: [
      // skill groups are parts of a scheme
      ['(?<!skill )groups', 'sessions'],
      ['(?<!skill )group', 'session'],
    ],
    'accompanying adult': [
      ['a guardian', 'an accompanying adult'],
      ['guardians', 'accompanying adults'],
      ['guardian', 'accompanying adult'],
    ],
  },
  cy: {
    session: [
      // sesiwn is feminine
      ['grŵp hwn', 'sesiwn hon'],
      ['efallai ei fod wedi dod i ben', 'efallai ei bod wedi dod i ben'],
      ["gyda['’]r un cyntaf", 'gyda’r un gyntaf'],
      ['grwpiau', 'sesiynau'],
      ['grŵp', 'sesiwn'],
    ],
    'accompanying adult': [
      ['gwarcheidwaid', 'oedolion sy’n dod gyda’r plentyn'],
      ['gwarcheidwad', 'oedolyn sy’n dod gyda’r plentyn'],
    ],
  },
}
