import type { Look } from '#server/platform/mail/look.ts'
import type { PageHeader } from './logo.ts'
import type { Paper } from './paper.ts'

/** All texts of a certificate, translated and formatted. */
export interface Certificate {
  header: PageHeader
  /** "This is to say that". */
  opening: string
  name: string
  /** "has passed Stage 3 of Swim at Harbour". */
  achievement: string
  /** "on 12 September 2026". */
  date: string
  /** The text in the seal: a small word (`above`), such as "Stage", above a large number or letter (`middle`). */
  above: string | undefined
  middle: string
  /** The words below the two lines to sign on. */
  signatureLabels: readonly [string, string]
  /** The client's name, and the membership number if the child has one. */
  footer: string
}

/** Width and height of landscape A4, in points. All other sizes and positions below are in points too. */
const PAGE_WIDTH = 842
const PAGE_HEIGHT = 595

/**
 * Draws a certificate on landscape A4: a frame of rungs, the seal with the level, the name and two lines to sign on.
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
    // the lines to sign on
    doc.lineWidth(1).strokeColor('black')
    for (const [x, width] of [
      [400, 200],
      [624, 154],
    ] as const)
      doc
        .moveTo(x, 428)
        .lineTo(x + width, 428)
        .stroke()
  })
  const rightHalf = { x: 400, width: 378 }
  const nameOffset = paper.logo(certificate.header.logo, 400, 110, 44) + 12
  const besideLogo = { x: 400 + nameOffset, width: 378 - nameOffset, y: 122 }
  paper.words('P', certificate.header.name, { ...besideLogo, size: 17, weight: 'bold', color: look.brand, fit: true })
  paper.words('P', certificate.opening, { ...rightHalf, y: 184, size: 18 })
  const nameEnd = paper.words('H1', certificate.name, {
    ...rightHalf,
    y: 212,
    size: nameSize(paper, certificate.name),
    weight: 'display',
    color: look.brand,
  })
  const achievementEnd = paper.words('P', certificate.achievement, {
    ...rightHalf,
    y: nameEnd + 8,
    size: 18,
    height: 76,
  })
  paper.words('P', certificate.date, { ...rightHalf, y: achievementEnd + 2, size: 18, weight: 'bold', fit: true })
  const inSeal = { x: 140, width: 140, align: 'center' as const, color: look.brand }
  if (certificate.above !== undefined)
    paper.words('P', certificate.above, { ...inSeal, y: 244, size: 18, weight: 'bold', fit: true })
  paper.words('P', certificate.middle, { ...inSeal, y: 262, size: 70, weight: 'display', fit: true })
  paper.words('P', certificate.signatureLabels[0], { x: 400, y: 436, width: 200, size: 12, fit: true })
  paper.words('P', certificate.signatureLabels[1], { x: 624, y: 436, width: 154, size: 12, fit: true })
  paper.words('P', certificate.footer, {
    x: 63,
    y: PAGE_HEIGHT - 62,
    width: 500,
    size: 10,
    fit: true,
    color: '#444444',
  })
}

/** The largest font size at which the name fits on one line. A very long name gets the smallest size and wraps. */
function nameSize(paper: Paper, name: string): number {
  const [largest, smallest, lineWidth] = [52, 26, 378]
  const width = paper.widthOf(name, 'display', largest)
  return width <= lineWidth ? largest : Math.max((largest * lineWidth) / width, smallest)
}
