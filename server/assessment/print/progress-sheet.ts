import type { RungState } from '#domain/assessment/level-progress.ts'
import { doneFirst } from '#domain/assessment/rung-order.ts'
import type { PageHeader } from './logo.ts'
import type { Paper } from './paper.ts'
import { drawFlatRung } from './rungs.ts'

/** All texts of one child's progress page, translated and formatted. */
export interface ProgressSheet {
  header: PageHeader
  /** "Harbour · 20 November 2026". */
  clubAndDate: string
  name: string
  /** "8 years · Dolphins · AQ-204-118". */
  about: string
  levels: readonly {
    heading: string
    status: string
    /** How many skills are passed, of all or of those that are needed. */
    passedSkills: string
    rungsHeading: string
    /** The text in the ring: a small word (`above`), such as "Stage", above a large number or letter (`middle`). */
    above: string | undefined
    middle: string
    /** One for each skill, with its state in a word, or the day on which it was passed. */
    rungs: readonly { state: RungState; title: string; word: string }[]
    /** What to practise: the first skill that is not passed, with the text of its node. */
    next: { title: string; text: string } | null
  }[]
  /** What the page says when there is no level to show. */
  noLevels: string
  /** The heading of the awards. */
  awardsHeading: string
  /** Each award with the text inside its seal (`middle`). */
  awards: readonly { level: string; date: string; middle: string }[]
  /** The key to the kinds of rungs, at the foot of the page. */
  key: readonly { state: RungState; word: string }[]
}

/**
 * The left and right edge of the content, its upper and lower end, and the height of a rung's row; all sizes are in
 * points.
 */
const LEFT = 45
const RIGHT = 550
const TOP = 172
const FOOT = 785
const ROW = 25

/** Draws one child's page in black on A4. What does not fit continues on another page. */
export function drawProgress(paper: Paper, sheet: ProgressSheet): void {
  let y = startPage(paper, sheet)
  for (const level of sheet.levels) {
    const rows = Math.ceil(level.rungs.length / 2)
    // 162 points for the ring and headings above the rungs and the space below them
    if (y > TOP && y + 162 + rows * ROW > FOOT) y = startPage(paper, sheet)
    y = drawLevel(paper, sheet, level, y)
  }
  if (sheet.levels.length === 0)
    y = paper.words('P', sheet.noLevels, { x: LEFT, y, width: RIGHT - LEFT, size: 12 }) + 20
  drawAwards(paper, sheet, y)
}

/** Starts a page with its head and foot; returns the y position where its content begins. */
function startPage(paper: Paper, sheet: ProgressSheet): number {
  paper.page('portrait')
  const width = RIGHT - LEFT
  paper.ornament((doc) => {
    doc.lineWidth(1.5).strokeColor('black').moveTo(LEFT, 78).lineTo(RIGHT, 78).stroke()
    doc.lineWidth(0.5).strokeColor('#999999').moveTo(LEFT, FOOT).lineTo(RIGHT, FOOT).stroke()
    let x = LEFT
    // each entry of the key: a rung (26 points with its space), a word, and 16 points of space
    for (const { state, word } of sheet.key) {
      drawRung(doc, state, x, FOOT + 12, 20)
      x += 26 + paper.widthOf(word, 'text', 9) + 16
    }
  })
  const besideLogo = LEFT + 10 + paper.logo(sheet.header.logo, LEFT, 40, 28)
  paper.words('P', sheet.header.name, {
    x: besideLogo,
    y: 46,
    width: 305 - besideLogo,
    size: 13,
    weight: 'bold',
    fit: true,
  })
  paper.words('P', sheet.clubAndDate, { x: 310, y: 47, width: 240, size: 11, align: 'right', fit: true })
  paper.words('H1', sheet.name, { x: LEFT, y: 96, width, size: 32, weight: 'display', fit: true })
  paper.words('P', sheet.about, { x: LEFT, y: 138, width, size: 11, fit: true })
  let x = LEFT
  for (const { word } of sheet.key) {
    paper.words('P', word, { x: x + 26, y: FOOT + 11, width: 120, size: 9, fit: true })
    x += 26 + paper.widthOf(word, 'text', 9) + 16
  }
  return TOP
}

/** The width of one of the two columns of rungs, which have 30 points between them. */
const COLUMN = (RIGHT - LEFT - 30) / 2

/**
 * Draws a level: its ring, its rungs in two columns, and what to practise; returns the y position of the next content.
 * Rungs that do not fit stand on further pages.
 */
function drawLevel(paper: Paper, sheet: ProgressSheet, level: ProgressSheet['levels'][number], top: number): number {
  paper.ornament((doc) =>
    drawRing(
      doc,
      level.rungs.map((rung) => rung.state),
      LEFT + 54,
      top + 54,
    ),
  )
  const x = LEFT + 136
  const width = RIGHT - x
  paper.words('P', level.heading, { x, y: top + 12, width, size: 11, weight: 'bold', fit: true })
  paper.words('H2', level.status, { x, y: top + 28, width, size: 22, weight: 'display', fit: true })
  // the row that all screens show beside the ring
  const row = doneFirst(level.rungs.map(({ state }) => state))
  const step = width / Math.max(row.length, 1)
  paper.ornament((doc) =>
    row.forEach((state, n) =>
      drawFlatRung(doc, state, { x: x + n * step, y: top + 60, width: step - 2.5, height: 13 }, 'black'),
    ),
  )
  paper.words('P', level.passedSkills, { x, y: top + 82, width, size: 11, fit: true })
  const middle = { x: LEFT + 24, width: 60, align: 'center' as const }
  if (level.above !== undefined) paper.words('P', level.above, { ...middle, y: top + 27, size: 11, fit: true })
  paper.words('P', level.middle, { ...middle, y: top + 37, size: 30, weight: 'display', fit: true })
  paper.words('H2', level.rungsHeading, {
    x: LEFT,
    y: top + 119,
    width: RIGHT - LEFT,
    size: 13,
    weight: 'bold',
    fit: true,
  })
  let y = top + 148
  for (let rest = level.rungs; ;) {
    const rows = Math.min(Math.ceil(rest.length / 2), Math.floor((FOOT - y) / ROW))
    drawRungs(paper, rest.slice(0, 2 * rows), rows, y)
    y += rows * ROW + 4
    rest = rest.slice(2 * rows)
    if (rest.length === 0) break
    y = startPage(paper, sheet)
  }
  if (!level.next || y + 84 > FOOT) return y + 12
  paper.ornament((doc) =>
    doc
      .lineWidth(0.75)
      .strokeColor('black')
      .roundedRect(LEFT, y, RIGHT - LEFT, 72, 8)
      .stroke(),
  )
  const inner = { x: LEFT + 14, width: RIGHT - LEFT - 28 }
  paper.words('H2', level.next.title, { ...inner, y: y + 10, size: 12, weight: 'bold', fit: true })
  paper.words('P', level.next.text, { ...inner, y: y + 28, size: 10.5, height: 38 })
  return y + 90
}

/** Draws rungs in two columns of so many rows. */
function drawRungs(paper: Paper, rungs: ProgressSheet['levels'][number]['rungs'], rows: number, top: number): void {
  paper.ornament((doc) =>
    rungs.forEach(({ state }, n) => {
      const x = LEFT + Math.floor(n / rows) * (COLUMN + 30)
      const y = top + (n % rows) * ROW
      doc.lineWidth(1).strokeColor('#999999')
      // the rails on both sides of the rung
      for (const rail of [x, x + 44])
        doc
          .moveTo(rail, y - 7)
          .lineTo(rail, y + ROW - 7)
          .stroke()
      drawRung(doc, state, x + 7, y, 30)
    }),
  )
  // a skill's title beside its rung, which takes 54 points, and its state in the last 60 points of the column
  rungs.forEach(({ title, word }, n) => {
    const textX = LEFT + Math.floor(n / rows) * (COLUMN + 30) + 54
    const y = top + (n % rows) * ROW - 1
    paper.words('P', title, { x: textX, y, width: COLUMN - 54 - 62, size: 10.5, fit: true })
    paper.words('P', word, { x: textX + COLUMN - 54 - 60, y, width: 60, size: 10.5, align: 'right', fit: true })
  })
}

/** So many seals stand in a row. Each takes 126 by 46 points. */
const SEALS = 4

/** Draws the passed levels as seals, below a heading on each page. */
function drawAwards(paper: Paper, sheet: ProgressSheet, top: number): void {
  let y = top
  for (let rest = sheet.awards; rest.length > 0;) {
    const rows = Math.floor((FOOT - y - 24) / 46)
    if (rows > 0) drawSeals(paper, sheet.awardsHeading, rest.slice(0, rows * SEALS), y)
    rest = rest.slice(Math.max(rows, 0) * SEALS)
    if (rest.length > 0) y = startPage(paper, sheet)
  }
}

function drawSeals(paper: Paper, heading: string, awards: ProgressSheet['awards'], top: number): void {
  paper.words('H2', heading, { x: LEFT, y: top, width: RIGHT - LEFT, size: 13, weight: 'bold', fit: true })
  const sealPosition = (n: number) => ({
    x: LEFT + (n % SEALS) * 126,
    y: top + 24 + Math.floor(n / SEALS) * 46,
  })
  paper.ornament((doc) =>
    awards.forEach((_award, n) => {
      const { x, y } = sealPosition(n)
      doc
        .lineWidth(4)
        .strokeColor('black')
        .circle(x + 17, y + 17, 15)
        .stroke()
    }),
  )
  awards.forEach(({ level, date, middle }, n) => {
    const { x, y } = sealPosition(n)
    paper.words('P', level, { x: x + 42, y: y + 3, width: 80, size: 10.5, weight: 'bold', fit: true })
    paper.words('P', date, { x: x + 42, y: y + 17, width: 80, size: 10, fit: true })
    paper.words('P', middle, { x: x + 5, y: y + 10, width: 24, size: 11, weight: 'bold', align: 'center', fit: true })
  })
}

/**
 * Draws a rung: filled when the skill is passed, half filled when it is in progress, an outline when it is not started.
 */
function drawRung(doc: PDFKit.PDFDocument, state: RungState, x: number, y: number, width: number): void {
  const height = 9
  doc.lineWidth(1.2).strokeColor('black').fillColor('black')
  if (state === 'done') {
    doc.roundedRect(x, y, width, height, height / 2).fillAndStroke()
    return
  }
  if (state === 'begun') {
    doc
      .save()
      .roundedRect(x, y, width, height, height / 2)
      .clip()
    doc
      .rect(x, y + height / 2, width, height / 2)
      .fill()
      .restore()
  }
  doc.roundedRect(x, y, width, height, height / 2).stroke()
}

/** Draws the ring of a level, with one arc for each skill, filled like the rungs. */
function drawRing(doc: PDFKit.PDFDocument, states: readonly RungState[], cx: number, cy: number): void {
  const [outer, inner, angle] = [52, 38, (2 * Math.PI) / Math.max(states.length, 1)]
  // columnWidth of the space between two arcs, in radians
  const gap = states.length > 1 ? 0.045 : 0
  const arc = (from: number, to: number, innerRadius: number, outerRadius: number) => {
    const point = (direction: number, radius: number) =>
      `${(cx + radius * Math.sin(direction)).toFixed(2)} ${(cy - radius * Math.cos(direction)).toFixed(2)}`
    const large = to - from > Math.PI ? 1 : 0
    // from the outer edge at `from` along the outer circle to `to`, and back along the inner one
    const outerArc = `A${outerRadius} ${outerRadius} 0 ${large} 1 ${point(to, outerRadius)}`
    const innerArc = `A${innerRadius} ${innerRadius} 0 ${large} 0 ${point(from, innerRadius)}`
    return `M${point(from, outerRadius)} ${outerArc} L${point(to, innerRadius)} ${innerArc} Z`
  }
  doc.lineWidth(1.4).strokeColor('black').fillColor('black')
  doneFirst(states).forEach((state, n) => {
    // an arc of a whole circle begins where it ends and would not be drawn, so it stays below 2π
    const [from, to] = [n * angle + gap, Math.min((n + 1) * angle - gap, n * angle + 6.28)]
    if (state === 'done') {
      doc.path(arc(from, to, inner, outer)).fillAndStroke()
      return
    }
    if (state === 'begun') doc.path(arc(from, to, inner, (inner + outer) / 2)).fill()
    doc.path(arc(from, to, inner, outer)).stroke()
  })
}
