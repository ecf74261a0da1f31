import { fontsOf } from '#server/assessment/print/fonts.ts'
import { Paper } from '#server/assessment/print/paper.ts'

const steps = [
  'Wrists are warm, and nothing hurts.',
  'Mat against the wall, nobody in the way.',
  'Hands flat, a hand’s length from the wall, fingers spread.',
  'Arms by the ears before the first foot leaves the floor.',
  'Eyes between the thumbs.',
  'Heels rest on the wall, tummy tight, ribs in.',
  'Five quiet seconds, counted aloud.',
  'One foot down, then the other, still in control.',
]

const INK = '#2a1422'
const EDGE = '#6b1f4e'
// in points: the width of an A4 page, its margin, and where the text beside the boxes begins
const PAGE_WIDTH = 595
const MARGIN = 64
const TEXT_LEFT = 116

/** A printable checklist for a handstand, as PDF. */
export async function checklist(createdAt: Date): Promise<Buffer> {
  const title = 'Handstand at the wall, 5 s'
  const paper = new Paper({ title, locale: 'en-GB', fonts: fontsOf('vault'), at: createdAt })
  paper.page('portrait')
  const width = PAGE_WIDTH - 2 * MARGIN
  let y = paper.words('H1', title, { x: MARGIN, y: 72, width, size: 28, weight: 'display', color: INK })
  y =
    paper.words('P', 'Eight things to see before the skill is passed.', {
      x: MARGIN,
      y: y + 6,
      width,
      size: 14,
      color: INK,
    }) + 26
  for (const step of steps) {
    const top = y
    // a box to tick
    paper.ornament((doc) =>
      doc
        .roundedRect(MARGIN, top + 1, 34, 15, 2)
        .lineWidth(1.5)
        .stroke(EDGE),
    )
    y = paper.words('P', step, { x: TEXT_LEFT, y: top, width: width - (TEXT_LEFT - MARGIN), size: 14, color: INK }) + 20
  }
  return paper.bytes()
}
