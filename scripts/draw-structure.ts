// Draws docs/structure.svg from the imports of the source. With `--check` it writes nothing, and fails when the picture
// lacks an arrow or has one too many. The check ignores how many imports an arrow stands for, so that not every new
// import needs a new picture.
import { readFileSync, writeFileSync } from 'node:fs'
import { importGraph, isTest, SUBJECTS } from './import-graph.ts'

const FILE = 'docs/structure.svg'
const WIDTH = 800
const MARGIN = 12
const BOX = { width: 86, height: 24 }
const FONT = 'font-family="Helvetica, Arial, sans-serif"'

/** One part of the picture: boxes in the order of imports, and which box a file belongs to. */
interface Panel {
  title: string
  note: string
  /** The names of two boxes, the first of which imports the second; the text explains the picture with them. */
  example: readonly [from: string, to: string]
  boxes: readonly string[]
  boxOf: (path: string) => string | undefined
}

const SERVER_SUBJECTS = [...SUBJECTS, 'app']
const WEB = ['ui', 'search', 'api', 'worker', 'offline', 'shell', 'desk', 'features']
const PORTALS = ['parent', 'coach', 'club', 'scheme']

const panels: readonly Panel[] = [
  {
    title: 'Subjects',
    note: 'Imports between the subjects of domain/, contract/ and server/ together; app: the files of server/ itself.',
    example: ['members', 'platform'],
    boxes: SERVER_SUBJECTS,
    boxOf: (path) => {
      const [layer = '', subject = ''] = path.split('/')
      if (SUBJECTS.includes(subject) && ['domain', 'contract', 'server'].includes(layer)) return subject
      return layer === 'server' ? 'app' : undefined
    },
  },
  {
    title: 'Layers',
    note: 'Imports between the layers. From ui on, the folders of web/; parent, coach, club and scheme are the portals.',
    example: ['coach', 'offline'],
    boxes: ['domain', 'contract', 'server', ...WEB, ...PORTALS],
    boxOf: (path) => {
      const [layer = '', folder = '', portal = ''] = path.split('/')
      if (layer !== 'web') return layer
      return folder === 'portals' ? portal : WEB.find((name) => name === folder)
    },
  },
]

/** The number of imports from one box of a panel to another, by both names. */
function countImports(graph: ReadonlyMap<string, readonly string[]>, { boxes, boxOf }: Panel): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [path, imports] of graph) {
    if (isTest(path)) continue
    const from = boxOf(path)
    for (const imported of imports) {
      // a package has no box
      const to = graph.has(imported) ? boxOf(imported) : undefined
      if (from === undefined || to === undefined || from === to) continue
      if (boxes.includes(from) && boxes.includes(to)) {
        const key = `${from} ${to}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    }
  }
  return counts
}

/**
 * Draws the boxes as a staircase. A line goes from each box to the left; on the line, below each box that is imported,
 * is the number of imports. Imports against the order are to the right of the stairs, with dashed lines.
 */
function drawPanel(panel: Panel, counts: ReadonlyMap<string, number>, top: number): { svg: string; bottom: number } {
  const { boxes } = panel
  /** The distance between two boxes of the staircase. */
  const spacing = { x: (WIDTH - 2 * MARGIN - BOX.width) / (boxes.length - 1), y: 33 }
  // the title and two sentences are above the first row
  const firstRow = top + 96
  // a box is given by its index; how often others import it stands in its column, below or above it
  const leftOf = (box: number) => Math.round(MARGIN + box * spacing.x)
  const columnOf = (box: number) => leftOf(box) + Math.min(36, Math.round(spacing.x / 2) + 6)
  const rowOf = (box: number) => firstRow + box * spacing.y
  const lines: string[] = []
  const numbers: string[] = []
  const arrows = boxes.flatMap((fromName, from) =>
    boxes.flatMap((toName, to) => {
      const count = counts.get(`${fromName} ${toName}`)
      return count === undefined ? [] : [{ from, to, count }]
    }),
  )
  for (const box of boxes.keys()) {
    const imported = arrows.filter((arrow) => arrow.from === box).map((arrow) => arrow.to)
    const importing = arrows.filter((arrow) => arrow.to === box).map((arrow) => arrow.from)
    const inOrder = imported.filter((other) => other < box)
    const againstOrder = imported.filter((other) => other > box)
    const below = importing.filter((other) => other > box)
    const above = importing.filter((other) => other < box)
    if (inOrder.length > 0) lines.push(line(leftOf(box), rowOf(box), columnOf(Math.min(...inOrder)), rowOf(box)))
    if (below.length > 0)
      lines.push(
        line(
          columnOf(box),
          rowOf(Math.max(...below)),
          columnOf(box),
          rowOf(box) + BOX.height / 2 + 6,
          'marker-end="url(#tip)"',
        ),
      )
    if (againstOrder.length > 0)
      lines.push(
        line(
          leftOf(box) + BOX.width,
          rowOf(box),
          columnOf(Math.max(...againstOrder)),
          rowOf(box),
          'stroke-dasharray="4 3"',
        ),
      )
    if (above.length > 0)
      lines.push(
        line(
          columnOf(box),
          rowOf(Math.min(...above)),
          columnOf(box),
          rowOf(box) - BOX.height / 2 - 6,
          'stroke-dasharray="4 3" marker-end="url(#tip)"',
        ),
      )
  }
  for (const { from, to, count } of arrows) {
    // the white background of the number, so that it can be read on the lines
    const width = 29
    numbers.push(
      `<rect x="${columnOf(to) - width / 2}" y="${rowOf(from) - 9}" width="${width}" height="18" fill="white"/>`,
      text(columnOf(to), rowOf(from) + 4, String(count), 'text-anchor="middle" font-size="12"'),
    )
  }
  const stairs = boxes.map((name, box) =>
    [
      `<rect x="${leftOf(box)}" y="${rowOf(box) - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="3" fill="white" stroke="black" stroke-width="1.5"/>`,
      text(leftOf(box) + BOX.width / 2, rowOf(box) + 4, name, 'text-anchor="middle" font-size="13" font-weight="bold"'),
    ].join('\n'),
  )
  const [exampleFrom, exampleTo] = panel.example
  const exampleCount = counts.get(`${exampleFrom} ${exampleTo}`) ?? 0
  const dashedNote = arrows.some(({ from, to }) => to > from) ? ' Dashed: against the order.' : ''
  const sentences = [
    panel.note,
    `Follow the line of a box to the left, and from a number up: ${exampleFrom} imports ${exampleTo} ${exampleCount} times.${dashedNote}`,
  ]
  const headings = [
    text(MARGIN, top + 28, panel.title, 'font-size="20" font-weight="bold"'),
    ...sentences.map((sentence, index) => text(MARGIN, top + 50 + index * 18, sentence, 'font-size="13"')),
  ]
  return {
    svg: [...headings, ...lines, ...numbers, ...stairs].join('\n'),
    bottom: rowOf(boxes.length - 1) + BOX.height / 2 + 24,
  }
}

function line(x1: number, y1: number, x2: number, y2: number, attributes = ''): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="black" ${attributes}/>`
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${FONT} ${attributes}>${content}</text>`
}

function draw(): string {
  const graph = importGraph(['contract', 'domain', 'server', 'web'])
  let top = 0
  const panelTexts = panels.map((panel) => {
    const { svg, bottom } = drawPanel(panel, countImports(graph, panel), top)
    top = bottom
    return svg
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${top}" viewBox="0 0 ${WIDTH} ${top}" role="img">
<title>Which subject and which layer imports which, and how often</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
<rect width="${WIDTH}" height="${top}" fill="white"/>
${panelTexts.join('\n')}
</svg>
`
}

/** The picture without how often something is imported. */
function withoutNumbers(svg: string): string {
  return svg.replaceAll(/>\d+</g, '><').replaceAll(/ \d+ times/g, '')
}

const drawn = draw()
if (!process.argv.includes('--check')) writeFileSync(FILE, drawn)
else if (withoutNumbers(readFileSync(FILE, 'utf8')) !== withoutNumbers(drawn)) {
  console.error(`${FILE} is old: run \`npm run structure\` and commit the picture`)
  process.exit(1)
}
