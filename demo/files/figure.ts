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

const at = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`

function limb(from: Point, [upper, lower]: Limb, [long, short]: readonly [number, number], thick: number): string {
  const middle = along(from, upper, long)
  return `<path d="M${at(from)}L${at(middle)}L${at(along(middle, lower, short))}" stroke-width="${thick}"/>`
}

/** One frame, as SVG. */
function drawn({ hip, back, arms, legs, turned }: Pose, { behind, before, suit }: Scene): Buffer {
  const neck = along(hip, back, BACK)
  const head = along(neck, back, 17)
  const shoulder = along(neck, back + 180, 8)
  const hair = along(head, turned ? back + 60 : back - 60, 4)
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${behind}
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">
      <g stroke="${SKIN_FAR}">${limb(hip, legs[1], LEG, 13)}${limb(shoulder, arms[1], ARM, 9)}</g>
      <path d="M${at(hip)}L${at(neck)}" stroke="${suit}" stroke-width="22"/>
      <g stroke="${SKIN}">${limb(hip, legs[0], LEG, 14)}</g>
    </g>
    <circle cx="${head[0].toFixed(1)}" cy="${head[1].toFixed(1)}" r="15" fill="${SKIN}"/>
    <circle cx="${hair[0].toFixed(1)}" cy="${hair[1].toFixed(1)}" r="13" fill="${HAIR}"/>
    <g fill="none" stroke="${SKIN}" stroke-linecap="round" stroke-linejoin="round">${limb(shoulder, arms[0], ARM, 11)}</g>
    ${before}
  </svg>`)
}

/** The pose between two poses; `part` 0 is the first, 1 the second. */
function between(a: Pose, b: Pose, part: number): Pose {
  const mix = (from: number, to: number) => from + (to - from) * part
  const limbs = (from: Limb, to: Limb): Limb => [mix(from[0], to[0]), mix(from[1], to[1])]
  return {
    hip: [mix(a.hip[0], b.hip[0]), mix(a.hip[1], b.hip[1])],
    back: mix(a.back, b.back),
    arms: [limbs(a.arms[0], b.arms[0]), limbs(a.arms[1], b.arms[1])],
    legs: [limbs(a.legs[0], b.legs[0]), limbs(a.legs[1], b.legs[1])],
    ...(b.turned ? { turned: true } : {}),
  }
}

/**
 * The frames of a film through all poses, with `step` frames from one to the next. `even` moves at a constant speed;
 * otherwise the figure slows down at each pose.
 */
export function frames(poses: readonly Pose[], scene: Scene, step: number, even = false): Buffer[] {
  return poses.slice(1).flatMap((to, k) =>
    Array.from({ length: step }, (_, n) => {
      const part = n / step
      return drawn(between(poses[k] ?? to, to, even ? part : (1 - Math.cos(part * Math.PI)) / 2), scene)
    }),
  )
}
