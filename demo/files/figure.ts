// the size of every frame of a film, in pixels
export const width = 480
export const height = 270

type Point = readonly [x: number, y: number]

/**
 * The directions of the upper and the lower half of a limb, in degrees: 0 is to the right, 90 is down. Directions may
 * exceed 360, so that a limb turns the right way round from one pose to the next.
 */
export type Limb = readonly [upper: number, lower: number]

/**
 * A figure seen from the side: the position of the hip, the direction from there to the neck (`back`), and the limbs
 * near to and far from the viewer.
 */
export interface Pose {
  hip: Point
  back: number
  arms: readonly [near: Limb, far: Limb]
  legs: readonly [near: Limb, far: Limb]
  /** The figure, when it lies, lies on its back instead of its front. */
  onBack?: true
}

export interface Scene {
  /** What is behind the figure, as SVG. */
  behind: string
  /** What is in front of the figure, as SVG. */
  inFront: string
  /** The colour of the figure's clothes. */
  suit: string
}

// lengths in pixels: of the back, and of the upper and lower halves of the limbs
const BACK = 58
const ARM = [31, 30] as const
const LEG = [37, 38] as const
const SKIN = '#d9a184'
const SKIN_FAR = '#b98468'
const HAIR = '#4a2a1b'

/** The point that lies in this direction from another, at this distance. */
function pointFrom([x, y]: Point, degrees: number, length: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [x + Math.cos(angle) * length, y + Math.sin(angle) * length]
}

const coordinates = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** A limb that begins at hip or shoulder, as SVG. */
function limb(
  root: Point,
  [upper, lower]: Limb,
  [upperLength, lowerLength]: readonly [number, number],
  thickness: number,
): string {
  const joint = pointFrom(root, upper, upperLength)
  const end = pointFrom(joint, lower, lowerLength)
  return `<path d="M${coordinates(root)}L${coordinates(joint)}L${coordinates(end)}" stroke-width="${thickness}"/>`
}

/** One frame, as SVG. */
function drawFigure({ hip, back, arms, legs, onBack }: Pose, { behind, inFront, suit }: Scene): Buffer {
  const neck = pointFrom(hip, back, BACK)
  const head = pointFrom(neck, back, 17)
  const shoulder = pointFrom(neck, back + 180, 8)
  const hair = pointFrom(head, onBack ? back + 60 : back - 60, 4)
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${behind}
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">
      <g stroke="${SKIN_FAR}">${limb(hip, legs[1], LEG, 13)}${limb(shoulder, arms[1], ARM, 9)}</g>
      <path d="M${coordinates(hip)}L${coordinates(neck)}" stroke="${suit}" stroke-width="22"/>
      <g stroke="${SKIN}">${limb(hip, legs[0], LEG, 14)}</g>
    </g>
    <circle cx="${head[0].toFixed(1)}" cy="${head[1].toFixed(1)}" r="15" fill="${SKIN}"/>
    <circle cx="${hair[0].toFixed(1)}" cy="${hair[1].toFixed(1)}" r="13" fill="${HAIR}"/>
    <g fill="none" stroke="${SKIN}" stroke-linecap="round" stroke-linejoin="round">${limb(shoulder, arms[0], ARM, 11)}</g>
    ${inFront}
  </svg>`)
}

/** A pose between two poses; a share of 0 gives the first, of 1 the second. */
function poseBetween(first: Pose, second: Pose, share: number): Pose {
  const mix = (start: number, end: number) => start + (end - start) * share
  const mixLimbs = (start: Limb, end: Limb): Limb => [mix(start[0], end[0]), mix(start[1], end[1])]
  return {
    hip: [mix(first.hip[0], second.hip[0]), mix(first.hip[1], second.hip[1])],
    back: mix(first.back, second.back),
    arms: [mixLimbs(first.arms[0], second.arms[0]), mixLimbs(first.arms[1], second.arms[1])],
    legs: [mixLimbs(first.legs[0], second.legs[0]), mixLimbs(first.legs[1], second.legs[1])],
    ...(second.onBack ? { onBack: true } : {}),
  }
}

/**
 * The frames of a film through all poses, with `framesPerStep` frames from one pose to the next. With `slowing` the
 * figure slows down at each pose; with `even` it does not.
 */
export function frames(
  poses: readonly Pose[],
  scene: Scene,
  framesPerStep: number,
  speed: 'even' | 'slowing' = 'slowing',
): Buffer[] {
  return poses.slice(1).flatMap((nextPose, index) =>
    Array.from({ length: framesPerStep }, (_, frame) => {
      const time = frame / framesPerStep
      const share = speed === 'even' ? time : (1 - Math.cos(time * Math.PI)) / 2
      return drawFigure(poseBetween(poses[index] ?? nextPose, nextPose, share), scene)
    }),
  )
}
