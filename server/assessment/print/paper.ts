import PDFDocument from 'pdfkit'
import type { Fonts } from './fonts.ts'
import type { Logo } from './logo.ts'

type Weight = keyof Fonts

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

/**
 * A tagged PDF document, which screen readers can read: its structure has the texts in the order in which they are
 * written, and drawings are marked as ornament. Positions are in points from the top left.
 */
export class Paper {
  readonly #doc: PDFKit.PDFDocument
  readonly #root: PDFKit.PDFStructureElement
  readonly #done: Promise<Buffer>

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
    doc.font(box.weight ?? 'text').fontSize(box.size)
    if (box.fit) {
      const textWidth = doc.widthOfString(text)
      if (textWidth > box.width) doc.fontSize(Math.max((box.size * box.width) / textWidth, box.size / 2))
    }
    const options = {
      width: box.width,
      align: box.align ?? 'left',
      lineGap: box.fit ? 0 : box.size * 0.2,
      // the height of one line, so that a text that is still too long ends with an ellipsis instead of wrapping
      ...(box.fit ? { height: box.size * 1.3, ellipsis: true } : {}),
      ...(box.height === undefined ? {} : { height: box.height, ellipsis: true }),
    }
    let end = box.y
    this.#root.add(
      doc.struct(tag, {}, () => {
        doc.fillColor(box.color ?? 'black')
        const at = box.strong === undefined ? -1 : text.indexOf(box.strong)
        const strongEnd = at + (box.strong?.length ?? 0)
        const runs =
          at < 0
            ? [{ weight: box.weight ?? 'text', run: text }]
            : [
                { weight: 'text', run: text.slice(0, at) },
                { weight: 'bold', run: text.slice(at, strongEnd) },
                { weight: 'text', run: text.slice(strongEnd) },
              ].filter(({ run }) => run !== '')
        runs.forEach(({ weight, run }, n) => {
          doc.font(weight)
          const continued = n < runs.length - 1
          if (n === 0) doc.text(run, box.x, box.y, { ...options, continued })
          else doc.text(run, { ...options, continued })
        })
        end = doc.y
      }),
    )
    return end
  }

  widthOf(text: string, weight: Weight, size: number): number {
    return this.#doc.font(weight).fontSize(size).widthOfString(text)
  }

  /** Ends the document; returns the file. */
  async bytes(): Promise<Buffer> {
    this.#root.end()
    this.#doc.end()
    return this.#done
  }
}
