import PDFDocument from 'pdfkit'
import { otherFont, type Fonts, type OtherFamily, type Weight } from './fonts.ts'
import type { Logo } from './logo.ts'
import { scriptRuns } from './script-runs.ts'

/** The largest width of a logo, in multiples of its height. */
const WIDEST_LOGO = 3

/** Where and how a text is written. */
interface TextBox {
  x: number
  y: number
  width: number
  size: number
  weight?: Weight
  color?: string
  align?: 'left' | 'right' | 'center'
  /** One line, made smaller until it fits, at most to half; without it the words wrap. */
  fit?: boolean
  /** Height for wrapped text; what does not fit is cut with an ellipsis. */
  height?: number
  /** A part of the text that is written in bold. */
  strong?: string
}

interface PdfFont {
  ascender: number
  font: { hasGlyphForCodePoint: (codePoint: number) => boolean }
}

/** The document's present font, which the library's types do not know. */
const pdfFont = (doc: PDFKit.PDFDocument) => (doc as unknown as { _font: PdfFont })._font

/** Where a line of this width begins; the library aligns each part of a line by itself. */
function placeOfLine({ x, width, align }: TextBox, lineWidth: number): Pick<TextBox, 'x' | 'width' | 'align'> {
  const space = Math.max(width - lineWidth, 0)
  const before = align === 'right' ? space : align === 'center' ? space / 2 : 0
  // a point more, so that rounding does not break the line
  return { x: x + before, width: width - before + 1, align: 'left' }
}

/**
 * A tagged PDF document, which screen readers can read: its structure has the texts in the order in which they are
 * written, and drawings are marked as ornament. Positions are in points from the top left.
 */
export class Paper {
  readonly #doc: PDFKit.PDFDocument
  readonly #root: PDFKit.PDFStructureElement
  readonly #done: Promise<Buffer>
  /** The names of the fonts besides the theme's that are registered. */
  readonly #others = new Set<string>()

  constructor({ title, locale, fonts, at }: { title: string; locale: string; fonts: Fonts; at: Date }) {
    // without it the document would begin with a standard font, which is not embedded; the library takes the file's
    // bytes, but its types know only a name
    const firstFont = fonts.text as unknown as string
    const doc = new PDFDocument({
      pdfVersion: '1.7',
      // the library knows PDF/UA, but its types do not
      subset: 'PDF/UA' as 'PDF/A-1',
      tagged: true,
      displayTitle: true,
      lang: locale,
      info: { Title: title, Producer: 'Rungs', Creator: 'Rungs', CreationDate: at },
      autoFirstPage: false,
      font: firstFont,
    })
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    this.#done = new Promise((resolve, reject) => {
      doc.on('end', () => resolve(Buffer.concat(chunks)))
      doc.on('error', reject)
    })
    for (const [weight, file] of Object.entries(fonts)) doc.registerFont(weight, file)
    this.#doc = doc
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
  }

  /** Starts a new page. */
  page(layout: 'portrait' | 'landscape'): void {
    this.#doc.addPage({ size: 'A4', layout, margin: 0 })
  }

  /** Draws something that screen readers skip. */
  ornament(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    draw(this.#doc)
    this.#doc.endMarkedContent()
  }

  /**
   * Draws a logo; returns its width. It is an ornament, because the name stands beside it. A very wide logo is drawn
   * less high than `height`.
   */
  logo({ picture, ratio, icon }: Logo, x: number, y: number, height: number): number {
    const width = Math.min(ratio, WIDEST_LOGO) * height
    this.ornament((doc) => {
      doc.save()
      if (icon) doc.roundedRect(x, y, width, height, height / 5).clip()
      doc.image(picture, x, y, { fit: [width, height], valign: 'center' })
      doc.restore()
    })
    return width
  }

  /** Writes a text as an element of the document's structure; returns the y position of its end. */
  words(tag: 'H1' | 'H2' | 'P', text: string, box: TextBox): number {
    const doc = this.#doc
    const weight = box.weight ?? 'text'
    const textWidth = this.widthOf(text, weight, box.size)
    const size =
      box.fit && textWidth > box.width ? Math.max((box.size * box.width) / textWidth, box.size / 2) : box.size
    doc.font(weight).fontSize(size)
    const lineHeight = doc.currentLineHeight()
    const { x, width, align } = box.fit ? placeOfLine(box, (textWidth * size) / box.size) : box
    const options = {
      width,
      align: align ?? 'left',
      // letters of other fonts stand on the line of the theme's
      baseline: -(pdfFont(doc).ascender / 1000) * size,
      // the height of one line, so that a text that is still too long ends with an ellipsis instead of wrapping
      ...(box.fit ? { height: box.size * 1.3, ellipsis: true } : {}),
      ...(box.height === undefined ? {} : { height: box.height, ellipsis: true }),
    }
    const at = box.strong === undefined ? -1 : text.indexOf(box.strong)
    const strongEnd = at + (box.strong?.length ?? 0)
    const parts: [Weight, string][] =
      at < 0
        ? [[weight, text]]
        : [
            ['text', text.slice(0, at)],
            ['bold', text.slice(at, strongEnd)],
            ['text', text.slice(strongEnd)],
          ]
    const runs = parts.flatMap(([partWeight, part]) => this.#runsOf(part, partWeight))
    let end = box.y
    // letters from right to left are drawn in the order in which they stand on the line
    const isReordered = runs.some(({ rightToLeft }) => rightToLeft)
    this.#root.add(
      doc.struct(tag, isReordered ? { actual: text } : {}, () => {
        doc.fillColor(box.color ?? 'black')
        runs.forEach(({ font, run }, n) => {
          doc.font(font)
          // lines are as far apart as in the theme's font
          const lineGap = lineHeight - doc.currentLineHeight() + (box.fit ? 0 : box.size * 0.2)
          const continued = n < runs.length - 1
          if (n === 0) doc.text(run, x, box.y, { ...options, lineGap, continued })
          else doc.text(run, { ...options, lineGap, continued })
        })
        end = doc.y
      }),
    )
    return end
  }

  widthOf(text: string, weight: Weight, size: number): number {
    const doc = this.#doc.fontSize(size)
    const widths = this.#runsOf(text, weight).map(({ font, run }) => doc.font(font).widthOfString(run))
    return widths.reduce((sum, width) => sum + width, 0)
  }

  /** The parts of a text, each with the name of a font that has its letters. */
  #runsOf(text: string, weight: Weight): { font: string; run: string; rightToLeft: boolean }[] {
    const hasAll = (letters: string) => {
      const { font } = pdfFont(this.#doc.font(weight))
      return [...letters].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    }
    return scriptRuns(text, hasAll).map(({ family, run }) => ({
      font: family === null ? weight : this.#otherFont(family, weight),
      run,
      rightToLeft: family === 'hebrew' || family === 'arabic',
    }))
  }

  #otherFont(family: OtherFamily, weight: Weight): string {
    const name = `${family} ${weight}`
    if (!this.#others.has(name)) this.#doc.registerFont(name, otherFont(family, weight))
    this.#others.add(name)
    return name
  }

  /** Ends the document; returns the file. */
  async bytes(): Promise<Buffer> {
    this.#root.end()
    this.#doc.end()
    return this.#done
  }
}
