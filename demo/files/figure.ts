/** The size of every frame of a film, in pixels. */
export const width = 480
export const height = 270

type Point = readonly [x: number, y: number]

/** The directions of the upper and the lower half of a limb, in degrees: 0 is to the right, 90 is down. */
export type Limb = readonly [upper: number, lower: number]

/**
 * A figure seen from the side: the position of the hip, the direction of the back from there, and the near and far
 * limbs.
 */
export interface Pose {
  hip: Point
  back: number
  arms: readonly [near: Limb, far: Limb]
  legs: readonly [near: Limb, far: Limb]
  /** The figure lies on its back, where it otherwise lies on its front. */
  turned?: true
}

/** What is behind and in front of the figure, as SVG, and the colour of its clothes. */
export interface Scene {
  behind: string
  before: string
  suit: string
}

const BACK = 58
const ARM = [31, 30] as const
const LEG = [37, 38] as const
const SKIN = '#d9a184'
const SKIN_FAR = '#b98468'
const HAIR = '#4a2a1b'

function along([x, y]: Point, degrees: number, length: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [x + Math.cos(angle) * length, y + Math.sin(angle) * length]
}

const coordinates = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`

function limb(
  from: Point,
  [upper, lower]: Limb,
  [upperLength, lowerLength]: readonly [number, number],
  thickness: number,
): string {
  const joint = along(from, upper, upperLength)
  return `<path d="M${coordinates(from)}L${coordinates(joint)}L${coordinates(along(joint, lower, lowerLength))}" stroke-width="${thickness}"/>`
}

/** One frame, as SVG. */
function drawFigure({ hip, back, arms, legs, turned }: Pose, { behind, before, suit }: Scene): Buffer {
  const neck = along(hip, back, BACK)
  const head = along(neck, back, 17)
  const shoulder = along(neck, back + 180, 8)
  const hair = along(head, turned ? back + 60 : back - 60, 4)
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
    ${before}
  </svg>`)
}

/** The pose between two poses; a share of 0 is the first, of 1 the second. */
function between(first: Pose, second: Pose, share: number): Pose {
  const mix = (from: number, to: number) => from + (to - from) * share
  const limbs = (from: Limb, to: Limb): Limb => [mix(from[0], to[0]), mix(from[1], to[1])]
  return {
    hip: [mix(first.hip[0], second.hip[0]), mix(first.hip[1], second.hip[1])],
    back: mix(first.back, second.back),
    arms: [limbs(first.arms[0], second.arms[0]), limbs(first.arms[1], second.arms[1])],
    legs: [limbs(first.legs[0], second.legs[0]), limbs(first.legs[1], second.legs[1])],
    ...(second.turned ? { turned: true } : {}),
  }
}

/**
 * The frames of a film through all poses, with `count` frames from one to the next. At an even speed the figure does
 * not slow down at each pose.
 */
export function frames(
  poses: readonly Pose[],
  scene: Scene,
  count: number,
  speed: 'even' | 'slowing' = 'slowing',
): Buffer[] {
  return poses.slice(1).flatMap((to, index) =>
    Array.from({ length: count }, (_, frame) => {
      const time = frame / count
      const share = speed === 'even' ? time : (1 - Math.cos(time * Math.PI)) / 2
      return drawFigure(between(poses[index] ?? to, to, share), scene)
    }),
  )
}
