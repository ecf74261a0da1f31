import type { RungState } from '#domain/assessment/level-progress.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Draws one rung of a row in this colour: filled when the skill is passed, half filled when it is in progress, an
 * outline when it is not started.
 */
export function drawFlatRung(doc: PDFKit.PDFDocument, state: RungState, box: Box, color: string): void {
  const { x, y, width, height } = box
  doc.lineWidth(1).strokeColor(color).fillColor(color)
  if (state === 'done') doc.roundedRect(x, y, width, height, 3).fillAndStroke()
  else doc.roundedRect(x, y, width, height, 3).stroke()
  if (state === 'begun') doc.rect(x, y + height / 2, width, height / 2).fill()
}
