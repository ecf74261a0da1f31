import { height, width } from './figure.ts'

/** The number of frames of a turn to one side and back. */
const FRAMES = 48
// frames without movement in each half of the film: before the turn, and before and after it together
const PAUSE_BEFORE = 6
const PAUSE_TOTAL = 10

const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180)

/** A gymnast on tiptoe on the beam, seen from the side; at 0° she looks to the right, at 180° to the left. */
function drawing(degrees: number): Buffer {
  // how far the near hand is from the middle, in pixels: negative when it is to the left
  const reach = Math.round(46 * sine(degrees + 90) * 10) / 10
  // the far arm is drawn first, thinner and higher
  const arms = [
    { hand: -reach, thickness: 9, down: -6 },
    { hand: reach, thickness: 13, down: 2 },
  ]
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#f6eef3"/>
    <path d="M0 236h${width}v34H0z" fill="#e6d3de"/>
    <path d="M40 202h400v16H40zM96 218h14v26H96zM370 218h14v26h-14z" fill="#8a5a3c"/>
    <g stroke="#6b1f4e" fill="none" stroke-linecap="round" stroke-linejoin="round">
      ${arms.map(({ hand, thickness, down }) => `<path d="M240 98L${240 + hand} ${84 + down}" stroke-width="${thickness}"/>`).join('')}
      <path d="M240 96v54" stroke-width="26"/>
      <path d="M237 150v42l${reach / 6} 8M243 150v42l${reach / 6} 8" stroke-width="12"/>
    </g>
    <circle cx="240" cy="60" r="20" fill="#d9a184"/>
    <circle cx="${240 - reach / 3}" cy="48" r="11" fill="#4a2a1b"/>
    <circle cx="${240 + reach / 2.6}" cy="62" r="4" fill="#4a2a1b"/>
  </svg>`)
}

/** The frames of a half turn there and back, with a pause before and after each. */
export function halfTurn(): Buffer[] {
  return Array.from({ length: FRAMES }, (_, frame) => {
    const half = FRAMES / 2
    const share = Math.min(1, Math.max(0, ((frame % half) - PAUSE_BEFORE) / (half - PAUSE_TOTAL)))
    // slow at both ends of the turn
    const eased = (1 - Math.cos(share * Math.PI)) / 2
    return drawing(180 * (frame < half ? eased : 1 - eased))
  })
}
