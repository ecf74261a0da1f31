import { constants, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { LevelProgress, RungState } from '#domain/assessment/level-progress.ts'
import { serverWords } from '#server/platform/words.ts'
import { certificateOf, writeCertificate } from './write-certificate.ts'

const facts = {
  firstname: 'Siân',
  lastname: "O'Connor",
  ngo_id: 'AQ-204-118',
  level: 'Stage 3',
  scheme: 'Swim',
  completed_ts: 1_757_678_400,
  coach: 'Anna Pritchard',
  club: 'Harbour',
  time_zone: 'Europe/London',
  logo_file_id: null,
}
const progressOf = (...states: RungState[]): LevelProgress => ({
  levelId: '/stage-3',
  rungs: states.map((state, n) => ({ id: `/stage-3/${n}`, state, compulsory: false })),
  need: states.length,
  done: 0,
  skills: { all: states.length, done: 0 },
  toGo: 0,
  state: 'passed',
})
const letterhead = {
  client: 'Aquila Swim',
  look: { clientId: 'one', theme: 'aquila', own: null, logo: null },
  texts: {},
}
/** The smallest picture. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const header = { name: 'Aquila Swim', logo: { picture, ratio: 1, icon: true } }
const textsOf = (change: Partial<typeof facts | { ngo_id: null; coach: null }>, progress: LevelProgress | null) =>
  certificateOf(
    {
      letterhead,
      header,
      facts: { ...facts, ...change },
      progress,
      locale: 'en-GB',
    },
    serverWords('en-GB', {}),
  )

test('a certificate has the skills of the level, the coach, its number and a place for a code', () => {
  expect(textsOf({}, progressOf('done', 'done', 'done'))).toMatchObject({
    opening: 'This certifies that',
    name: "Siân O'Connor",
    achievement: 'has passed Stage 3 of Swim at Harbour',
    level: 'Stage 3',
    date: 'on 12 September 2025.',
    day: '12 September 2025',
    above: 'Stage',
    middle: '3',
    rungs: ['done', 'done', 'done'],
    skillsDone: 'All 3 skills done',
    signatures: [
      { name: 'Anna Pritchard', role: 'Coach' },
      { name: '', role: 'Harbour' },
    ],
    footer: 'Certificate AQ-204-118-S3 · Aquila Swim',
    codeLabel: 'Verification code',
  })
})

test('a certificate says how many skills are done where not all had to be, and leaves out what is not known', () => {
  expect(textsOf({}, progressOf('done', 'done', 'begun', 'open')).skillsDone).toBe('2 of 4 skills done')
  const certificate = textsOf({ ngo_id: null, coach: null }, null)
  expect(certificate.rungs).toEqual([])
  expect(certificate.footer).toBe('Aquila Swim')
  expect(certificate.signatures[0]).toEqual({ name: '', role: 'Coach' })
})

/** The contents of a PDF's streams, such as what draws a page. */
function streamsOf(pdf: Buffer): string[] {
  const streams = pdf.toString('latin1').matchAll(/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)
  // the last byte of a stream may look like the end of its line
  const whatThereIs = { finishFlush: constants.Z_SYNC_FLUSH }
  return [...streams].map(([, packed = '']) =>
    inflateSync(Buffer.from(packed, 'latin1'), whatThereIs).toString('latin1'),
  )
}

/** The glyphs of all texts of a PDF's pages, as four hexadecimal digits each; 0000 is the box of a missing letter. */
function glyphsOf(pdf: Buffer): string[] {
  return streamsOf(pdf).flatMap((content) => {
    const texts = [...content.matchAll(/\[([^\]]*)\] TJ/g)].flatMap(([, text = '']) => [...text.matchAll(/<(\w+)>/g)])
    return texts.flatMap(([, glyphs = '']) => glyphs.match(/.{4}/g) ?? [])
  })
}

test.for([
  ['Siân', "O'Connor"],
  ['Nguyễn', 'Thị Ngọc'],
  ['Ẹniọlá', 'Ṣadé'.normalize('NFD')],
  ['Олена', 'Шевченко'],
  ['Ελένη', 'Παπαδοπούλου'],
  ['יוסי', 'בן-דוד'],
  ['شهد', 'العلي الحسيني'],
  ['שרה', 'Smith'],
  ['محمـد', 'المستوى ٣'],
])('a certificate has all letters of %s %s', async ([firstname = '', lastname = '']) => {
  for (const theme of ['aquila', 'vault']) {
    const look = { ...letterhead.look, theme }
    const people = { firstname, lastname, coach: `${firstname} ${lastname}`, club: lastname }
    const pdf = await writeCertificate({
      letterhead: { ...letterhead, look },
      header,
      facts: { ...facts, ...people },
      progress: null,
      locale: 'en-GB',
      at: new Date(0),
    })
    const glyphs = glyphsOf(pdf)
    expect(glyphs.length).toBeGreaterThan(100)
    expect(glyphs).not.toContain('0000')
  }
})

test.for([
  ['Maximiliana Wilhelmina Theodora Friederike Charlo', 'Wolfeschlegelsteinhausen Bergerdorff Montgomery Wa'],
  ['W'.repeat(50), 'W'.repeat(50)],
])('a name of 100 letters leaves the lines to sign on free: %s', async ([firstname = '', lastname = '']) => {
  const pdf = await writeCertificate({
    letterhead,
    header,
    facts: { ...facts, firstname, lastname, level: 'W'.repeat(50) },
    progress: progressOf('done', 'done'),
    locale: 'en-GB',
    at: new Date(0),
  })
  // PDF measures heights from the lower edge
  const heights = streamsOf(pdf)
    .flatMap((content) => [...content.matchAll(/1 0 0 1 400 ([\d.]+) Tm/g)])
    .map(([, height]) => Number(height))
  // the last two are the name and the role below the first line to sign on
  const [lastAbove, signature] = heights.slice(-3, -1)
  const lineToSignOn = 595 - 428
  expect(lastAbove).toBeGreaterThan(lineToSignOn)
  expect(signature).toBeLessThan(lineToSignOn)
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
})
