import { frames, type Limb, type Pose, type Scene } from './figure.ts'
import { halfTurn } from './half-turn.ts'

const hall: Scene = {
  behind:
    '<rect width="480" height="270" fill="#f6eef3"/><path d="M0 236h480v34H0z" fill="#e6d3de"/><path d="M40 226h400v10H40z" fill="#b98aa5"/>',
  inFront: '',
  suit: '#6b1f4e',
}
/** The near and the far limb, with the same directions unless `far` is given. */
const both = (limb: Limb, far: Limb = limb): readonly [Limb, Limb] => [limb, far]
/** The height of the floor in the picture, in pixels from above; hips are above it. */
const FLOOR = 220

const standing = (x: number): Pose => ({ hip: [x, FLOOR - 74], back: 270, arms: both([92, 88]), legs: both([90, 90]) })
const reaching = (x: number): Pose => ({ ...standing(x), arms: both([272, 268]) })
const crouching = (x: number): Pose => ({
  hip: [x, FLOOR - 46],
  back: 292,
  arms: both([120, 60]),
  legs: both([35, 140]),
})

/** Bent knees, arms up, a straight line in the air, and a still landing. */
const jump = [
  standing(240),
  crouching(240),
  { ...reaching(240), hip: [240, FLOOR - 104] as const },
  { ...crouching(240), arms: both([10, 0]) },
  { ...standing(240), arms: both([10, 0]) },
  standing(240),
]

/** Hands down, chin in, over the round back, and up without hands. */
const roll = [
  standing(90),
  { hip: [105, FLOOR - 44], back: 300, arms: both([40, 30]), legs: both([40, 145]) },
  { hip: [150, FLOOR - 66], back: 400, arms: both([60, 20]), legs: both([110, 130]) },
  { hip: [205, FLOOR - 76], back: 480, arms: both([205, 165]), legs: both([250, 330]) },
  { hip: [262, FLOOR - 22], back: 545, arms: both([330, 380]), legs: both([300, 420]) },
  { hip: [315, FLOOR - 40], back: 650, arms: both([380, 370]), legs: both([405, 500]) },
  { ...standing(340), back: 630, arms: both([452, 448]), legs: both([450, 450]) },
] satisfies Pose[]

const lunge: Pose = { hip: [190, FLOOR - 62], back: 290, arms: both([300, 300]), legs: both([55, 110], [140, 130]) }
const kick: Pose = { hip: [232, FLOOR - 90], back: 415, arms: both([75, 80]), legs: both([95, 95], [215, 215]) }
const upsideDown: Pose = {
  hip: [270, FLOOR - 112],
  back: 450,
  arms: both([90, 90]),
  legs: both([270, 270], [270, 270]),
}
/** A long step, hands down, one leg up, the other, a straight line; and back down. */
const handstand = [standing(180), lunge, kick, upsideDown, upsideDown, kick, lunge, standing(180)]

/**
 * A pose over the hands: `x` is the position of the hip, `up` its height over the floor; the others are directions of
 * the back, the arms, the near and the far leg.
 */
const turning = (x: number, up: number, back: number, arms: number, near: number, far: number): Pose => ({
  hip: [x, FLOOR - up],
  back,
  arms: both([arms, arms], [arms + 14, arms + 14]),
  legs: both([near, near], [far, far]),
})
/** Sideways over both hands, feet together in the air, and a landing that faces backwards. */
const roundOff = [
  reaching(80),
  turning(120, 66, 312, 310, 60, 130),
  turning(190, 88, 405, 60, 110, 200),
  turning(245, 110, 450, 84, 215, 315),
  turning(300, 96, 500, 110, 300, 320),
  { ...crouching(360), back: 610, arms: both([440, 420], [450, 430]), legs: both([395, 500]) },
  { ...reaching(365), back: 630, arms: both([632, 628], [632, 628]), legs: both([450, 450]) },
]

/** The frames of each film, by its name in `content/uploaded-files.ts`. */
export const gymFrames = {
  jumps: () => frames(jump, hall, 8),
  forwardRoll: () => frames(roll, hall, 6),
  handstand: () => frames(handstand, hall, 6),
  halfTurn,
  roundOff: () => frames(roundOff, hall, 6),
}
