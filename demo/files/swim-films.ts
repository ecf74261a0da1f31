import { frames, type Limb, type Pose, type Scene } from './figure.ts'

/** The height of the water's surface in the picture, in pixels from above. */
const WATER = 116
const pool: Scene = {
  behind: `<rect width="480" height="270" fill="#eef6f4"/><path d="M0 ${WATER - 26}h480v12H0z" fill="#cfe0dc"/><path d="M0 ${WATER}h480v154H0z" fill="#a9d8e0"/><path d="M0 250h480v20H0z" fill="#7fbcc9"/>`,
  inFront: `<path d="M0 ${WATER}h480v154H0z" fill="#5fb3c4" opacity=".38"/><path d="M0 ${WATER}q30 -7 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0" fill="none" stroke="#ffffff" stroke-width="3"/>`,
  suit: '#136f63',
}
/** The pool with a wall at the right. */
const wall: Scene = { ...pool, inFront: `${pool.inFront}<path d="M440 ${WATER - 26}h40v180h-40z" fill="#cfe0dc"/>` }
/** The near and the far limb, with the same directions unless `far` is given. */
const both = (limb: Limb, far: Limb = limb): readonly [Limb, Limb] => [limb, far]

/** Upright, hands and feet moving in turns, the head out of the water; the second beat mirrors the first. */
const treading = (isFirstBeat: boolean): Pose => {
  const pair = (near: Limb, far: Limb) => (isFirstBeat ? both(near, far) : both(far, near))
  return {
    hip: [230, WATER + (isFirstBeat ? 62 : 58)],
    back: 268,
    arms: pair([20, -15], [70, 30]),
    legs: pair([40, 130], [95, 100]),
  }
}
const treadWater = [true, false, true, false, true].map(treading)

/**
 * Flat on the water; one arm pulls while the other comes forward, and the feet kick. `turn` is the direction of the
 * near arm.
 */
const stroke = (x: number, turn: number, side: Pick<Pose, 'onBack'> = {}): Pose => {
  // with each pose, 60° later, the other leg is higher
  const kick = turn % 120 === 0 ? 9 : -9
  return {
    hip: [x, WATER + 8],
    back: side.onBack ? -6 : -3,
    arms: both([turn, turn + 8], [turn + 180, turn + 188]),
    legs: both([180 - kick, 178 - kick], [180 + kick, 178 + kick]),
    ...side,
  }
}
/** Two full turns of the arms, a pose at every 60°. */
const turns = Array.from({ length: 13 }, (_, index) => index * 60)
const frontCrawl = turns.map((turn, index) => stroke(130 + index * 14, turn))
const backstroke = turns.map((turn, index) => stroke(130 + index * 14, turn, { onBack: true }))

/**
 * The poses of one stroke of butterfly: both arms over the water, the chest pressed down, and a kick of both feet from
 * the hip. `depth` is how far the hip is below the surface; the others are directions.
 */
const butterflyPoses: readonly [depth: number, back: number, arms: number, thigh: number, shin: number][] = [
  [4, 8, 0, 172, 160],
  [12, 2, 70, 190, 205],
  [10, -14, 150, 178, 165],
  [4, -10, 215, 168, 190],
  [2, 0, 290, 186, 200],
]
const butterfly = Array.from({ length: 11 }, (_, index): Pose => {
  const [depth, back, arms, thigh, shin] = butterflyPoses[index % butterflyPoses.length] ?? [0, 0, 0, 0, 0]
  const turn = arms + 360 * Math.floor(index / butterflyPoses.length)
  return {
    hip: [110 + index * 20, WATER + depth],
    back,
    arms: both([turn, turn], [turn + 6, turn + 6]),
    legs: both([thigh, shin]),
  }
})

/** Fast to the wall, over with the chin on the chest, feet to the wall, and away in a straight line. */
const tumbleTurn: Pose[] = [
  { hip: [210, WATER + 10], back: 0, arms: both([0, 0], [170, 175]), legs: both([176, 180], [184, 180]) },
  { hip: [300, WATER + 10], back: 6, arms: both([165, 170]), legs: both([180, 176]) },
  { hip: [352, WATER + 16], back: 82, arms: both([120, 60]), legs: both([190, 260]) },
  { hip: [378, WATER + 34], back: 160, arms: both([150, 110]), legs: both([300, 400]) },
  { hip: [378, WATER + 44], back: 180, arms: both([180, 184]), legs: both([325, 395]) },
  { hip: [330, WATER + 46], back: 180, arms: both([180, 180]), legs: both([360, 360]) },
  { hip: [190, WATER + 36], back: 183, arms: both([183, 183]), legs: both([364, 360]) },
]

/** The frames of each film, by its name in `content/uploaded-files.ts`. */
export const swimFrames = {
  treadWater: () => frames(treadWater, pool, 9),
  frontCrawl: () => frames(frontCrawl, pool, 3, 'even'),
  backstroke: () => frames(backstroke, pool, 3, 'even'),
  butterfly: () => frames(butterfly, pool, 4, 'even'),
  tumbleTurn: () => frames(tumbleTurn, wall, 6),
}
