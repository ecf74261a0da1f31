import type { RungState } from '#domain/assessment/level-progress.ts'
import type { Look } from '#server/platform/mail/look.ts'
import type { PageHeader } from './logo.ts'
import type { Paper } from './paper.ts'
import { drawFlatRung } from './rungs.ts'

/** All texts of a certificate, translated and formatted. */
export interface Certificate {
  header: PageHeader
  /** "This certifies that". */
  opening: string
  name: string
  /** "has passed Stage 3 of Swim at Harbour", and the level in it, which is written in bold. */
  achievement: string
  level: string
  /** "on 12 September 2026", and the day in it, which is written in bold. */
  date: string
  day: string
  /** The text in the seal: a small word (`above`), such as "Stage", above a large number or letter (`middle`). */
  above: string | undefined
  middle: string
  /** One for each skill of the level; none when the scheme has no such level any more. */
  rungs: readonly RungState[]
  /** "All 8 skills done". */
  skillsDone: string
  /** Below the two lines to sign on: who signs, and as what. */
  signatures: readonly [Signature, Signature]
  /** The number of the certificate and the client's name. */
  footer: string
  /** The words before the place for a code with which the certificate is verified. */
  codeLabel: string
}

interface Signature {
  name: string
  role: string
}

/** Width and height of landscape A4, in points. All other sizes and positions below are in points too. */
const PAGE_WIDTH = 842
const PAGE_HEIGHT = 595

/** The lines to sign on: where they begin, and how long they are. */
const signatureLines = [
  [400, 200],
  [624, 154],
] as const
const SIGNATURE_Y = 428
/** The empty box for the verification code, at the right edge above the frame. */
const codeBox = { x: 658, y: PAGE_HEIGHT - 70, width: 120, height: 22 }
/** The row of rungs: the width of one with its gap, and of the whole row at most. */
const RUNG_STEP = 30.75
const RUNGS_WIDTH = 378

/**
 * Draws a certificate on landscape A4: a frame of rungs, the seal with the level, the name, the skills of the level as a
 * row of rungs, two lines to sign on, the number and a place for a verification code.
 */
export function drawCertificate(paper: Paper, look: Look, certificate: Certificate): void {
  paper.page('landscape')
  paper.ornament((doc) => {
    doc.fillColor(look.brand)
    // rungs along the upper and lower edge, then along the left and right one
    const rungsAcross = 20
    for (let n = 0; n < rungsAcross; n++) {
      const x = 38 + n * ((PAGE_WIDTH - 72) / rungsAcross)
      for (const y of [22, PAGE_HEIGHT - 33]) doc.roundedRect(x, y, 34, 11, 5.5).fill()
    }
    const rungsDown = 14
    for (let n = 0; n < rungsDown; n++) {
      const y = 38 + n * ((PAGE_HEIGHT - 72) / rungsDown)
      for (const x of [22, PAGE_WIDTH - 33]) doc.roundedRect(x, y, 11, 33, 5.5).fill()
    }
    // the seal: long and short rays around a ring
    const [cx, cy] = [210, PAGE_HEIGHT / 2]
    for (let n = 0; n < 32; n++) {
      const isLong = n % 2 === 0
      doc.save().rotate(n * 11.25, { origin: [cx, cy] })
      doc.fillColor(isLong ? look.action : look.accent)
      if (isLong) doc.roundedRect(cx - 4.5, cy - 147, 9, 32, 4.5).fill()
      else doc.roundedRect(cx - 3.5, cy - 140, 7, 25, 3.5).fill()
      doc.restore()
    }
    doc.lineWidth(23).strokeColor(look.brand).circle(cx, cy, 90).stroke()
    doc.lineWidth(1).strokeColor('black')
    for (const [x, width] of signatureLines)
      doc
        .moveTo(x, SIGNATURE_Y)
        .lineTo(x + width, SIGNATURE_Y)
        .stroke()
    doc.lineWidth(0.75).strokeColor('#777777')
    doc.roundedRect(codeBox.x, codeBox.y, codeBox.width, codeBox.height, 4).stroke()
  })
  const rightHalf = { x: 400, width: 378 }
  const size = nameSize(paper, certificate.name)
  // a name of several lines begins higher, so that the rungs stay above the lines to sign on
  const top = paper.widthOf(certificate.name, 'display', size) > rightHalf.width ? 56 : 106
  const nameOffset = paper.logo(certificate.header.logo, 400, top, 44) + 12
  const besideLogo = { x: 400 + nameOffset, width: 378 - nameOffset, y: top + 12 }
  paper.words('P', certificate.header.name, { ...besideLogo, size: 17, weight: 'bold', color: look.brand, fit: true })
  paper.words('P', certificate.opening, { ...rightHalf, y: top + 74, size: 18 })
  const nameEnd = paper.words('H1', certificate.name, {
    ...rightHalf,
    y: top + 102,
    size,
    weight: 'display',
    color: look.brand,
  })
  const achievementEnd = paper.words('P', certificate.achievement, {
    ...rightHalf,
    y: nameEnd + 8,
    size: 18,
    height: 76,
    strong: certificate.level,
  })
  const dateEnd = paper.words('P', certificate.date, {
    ...rightHalf,
    y: achievementEnd + 2,
    size: 18,
    fit: true,
    strong: certificate.day,
  })
  if (certificate.rungs.length > 0) {
    const step = Math.min(RUNG_STEP, RUNGS_WIDTH / certificate.rungs.length)
    // nearer to the date when a long name leaves little space above the lines to sign on
    const rungsY = dateEnd + Math.max(10, Math.min(20, SIGNATURE_Y - 46 - dateEnd))
    paper.ornament((doc) =>
      certificate.rungs.forEach((state, n) =>
        drawFlatRung(doc, state, { x: 400 + n * step, y: rungsY, width: step - 2.25, height: 11 }, look.action),
      ),
    )
    paper.words('P', certificate.skillsDone, { ...rightHalf, y: rungsY + 17, size: 11, fit: true })
  }
  const inSeal = { x: 140, width: 140, align: 'center' as const, color: look.brand }
  if (certificate.above !== undefined)
    paper.words('P', certificate.above, { ...inSeal, y: 244, size: 18, weight: 'bold', fit: true })
  paper.words('P', certificate.middle, { ...inSeal, y: 262, size: 70, weight: 'display', fit: true })
  certificate.signatures.forEach(({ name, role }, n) => {
    const [x, width] = signatureLines[n] ?? signatureLines[0]
    if (name !== '') paper.words('P', name, { x, y: SIGNATURE_Y + 8, width, size: 12, fit: true })
    paper.words('P', role, { x, y: SIGNATURE_Y + (name === '' ? 8 : 25), width, size: 12, fit: true })
  })
  paper.words('P', certificate.footer, {
    x: 63,
    y: PAGE_HEIGHT - 64,
    width: 440,
    size: 10,
    fit: true,
    color: '#444444',
  })
  paper.words('P', certificate.codeLabel, {
    x: codeBox.x - 146,
    y: PAGE_HEIGHT - 64,
    width: 140,
    size: 10,
    align: 'right',
    fit: true,
    color: '#444444',
  })
}

/**
 * The largest font size at which the name fits on one line. A very long name gets the smallest size and wraps, and one
 * that would take more than three lines is written smaller, because the lines to sign on stand below it.
 */
function nameSize(paper: Paper, name: string): number {
  const [largest, smallest, lineWidth] = [52, 26, 378]
  const width = paper.widthOf(name, 'display', largest)
  if (width <= lineWidth) return largest
  const size = Math.max((largest * lineWidth) / width, smallest)
  // words leave a part of each line empty; a smaller size has both shorter and more lines
  const threeLines = 3 * 0.8 * lineWidth
  return size * Math.min(1, Math.sqrt((threeLines * largest) / (width * size)))
}
