import fc from 'fast-check'
import { SKILLS } from '#server/testing/world.ts'

export const DEVICES = 3
const STEPS = 60

/**
 * How a call fails. `before`: the server does not get it; `after`: the reply is lost; `later`: only from the second
 * call of its kind on; `half`: the server processes half of a batch; `narrow`: the server takes two operations at most.
 */
export type PullFault = 'none' | 'before' | 'after' | 'later'
export type Fault = PullFault | 'half' | 'narrow'

/**
 * What can be wrong with a mark: an unknown node or member, or a stamp with which the database fails. The server
 * must refuse such a mark and nothing else.
 */
export type Defect = 'node' | 'member' | 'failure'

/**
 * One step of a course. Numbers choose a device, an account, a group, or a member or coach of it; larger numbers than
 * the list has start again at its beginning.
 */
export type Step =
  /** Time passes. Every other step shrinks to this one. */
  | { do: 'wait'; ms: number }
  | { do: 'mark'; device: number; group: number; member: number; node: number; grade: number; defect: Defect | null }
  | { do: 'undo'; device: number; group: number }
  /**
   * Edits the text of one of the author's plans, writes a new plan, or deletes one; with `inOpenEditor`, in the editor
   * that is open since an earlier step.
   */
  | { do: 'plan'; device: number; plan: number; change: 'edit' | 'new' | 'delete'; inOpenEditor: boolean }
  /** Shares a plan with a colleague, or ends the share. */
  | { do: 'share'; device: number; plan: number; on: boolean }
  /** Attaches a plan to a group, or detaches it. */
  | { do: 'attach'; device: number; plan: number; group: number; on: boolean }
  /** Writes a word to the family of a member, or removes it. */
  | { do: 'word'; device: number; group: number; member: number; isRemoval: boolean }
  /** Enters a child who is on no list, and writes a word about it. */
  | { do: 'guest'; device: number; group: number; isTrial: boolean }
  | { do: 'sync'; device: number; push: Fault; pull: PullFault }
  /** While the server answers a device's pull, the step `meanwhile` is taken and committed. */
  | { do: 'sync beside'; device: number; meanwhile: Step }
  /** The tab dies at its nth write to the disk, in a sync or in a mark. */
  | { do: 'crash'; device: number; write: number; in: 'sync' | 'mark'; group: number; member: number; node: number }
  /** A second tab of the device syncs; the reply to its `call` arrives only at `release`. */
  | { do: 'hold'; device: number; call: 'push' | 'changes'; pull: PullFault }
  | { do: 'release'; device: number }
  | { do: 'restart'; device: number }
  | { do: 'log in'; device: number; account: number }
  /** The device's clock is set; `skew` is how far it is then ahead of the server's, in ms. */
  | { do: 'clock'; device: number; skew: number }
  /** The coach sends refused operations again. */
  | { do: 'try again'; device: number }
  /** A member enters or leaves a group. */
  | { do: 'member'; group: number; member: number; taught: boolean }
  /** A coach is assigned to a group, or removed from it. */
  | { do: 'coach'; group: number; coach: number; coached: boolean }
  /** A member of a group is erased, for ever. */
  | { do: 'erase'; group: number; member: number }
  | { do: 'restart server' }
  /** A client gets a new epoch, as after the restore of a backup. */
  | { do: 'epoch'; tenant: number }

/** The pass grade of every skill. */
export const PASS = 3

/** The nodes that are marked: skills, and manual passes of levels. */
export const NODES: readonly string[] = [
  ...SKILLS.map((skill) => `/stage-1/${skill}`),
  '/stage-2/turn',
  '/stage-2/manual',
  '/stage-1/manual',
]

const QUARTER_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000

const device = fc.nat(DEVICES - 1)
/** One of the five groups of `ModelWorld`. */
const group = fc.nat(4)
// few members and plans, so that steps of different devices often concern the same one
const member = fc.nat(2)
const plan = fc.nat(1)
/** Values that occur more often stand more than once, here and below. */
const planChange = fc.constantFrom(
  'edit' as const,
  'edit' as const,
  'edit' as const,
  'edit' as const,
  'new' as const,
  'delete' as const,
)
// the same coach on two tablets is the interesting case for plans
const account = fc.constantFrom(0, 0, 0, 1, 2, 3)
// few lanes, so that edits of different devices concern the same lane
const node = fc.oneof({ weight: 4, arbitrary: fc.nat(1) }, { weight: 3, arbitrary: fc.nat(NODES.length - 1) })
const push: fc.Arbitrary<Fault> = fc.constantFrom('none', 'none', 'none', 'before', 'after', 'later', 'half', 'narrow')
const pull: fc.Arbitrary<PullFault> = fc.constantFrom('none', 'none', 'none', 'before', 'after', 'later')
const defect: fc.Arbitrary<Defect | null> = fc.oneof(
  { weight: 24, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('node' as const, 'member' as const, 'failure' as const) },
)
const skew = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -QUARTER_MS, max: QUARTER_MS }) },
  { weight: 1, arbitrary: fc.constantFrom(-24 * HOUR_MS, -HOUR_MS, 0, HOUR_MS, 24 * HOUR_MS) },
)

/** Steps of one kind, with random fields; a cast, because the compiler cannot see that the fields are of this kind. */
function step<D extends Step['do'], T extends object>(name: D, fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<Step>
}

const groupSteps = {
  member: step('member', { group, member, taught: fc.boolean() }),
  coach: step('coach', { group, coach: fc.nat(1), coached: fc.boolean() }),
}
/**
 * What others do while a tablet pulls: a child or coach enters or leaves a group, or another tablet sends its
 * operations.
 */
const meanwhile = fc.oneof(
  { weight: 4, arbitrary: groupSteps.member },
  { weight: 1, arbitrary: groupSteps.coach },
  { weight: 3, arbitrary: step('sync', { device, push: fc.constant('none'), pull: fc.constant('none') }) },
)

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { withCrossShrink: true },
  { weight: 8, arbitrary: step('wait', { ms: fc.integer({ min: 0, max: 90_000 }) }) },
  {
    weight: 88,
    arbitrary: step('mark', { device, group, member, node, grade: fc.integer({ min: -1, max: 3 }), defect }),
  },
  { weight: 12, arbitrary: step('undo', { device, group }) },
  { weight: 48, arbitrary: step('plan', { device, plan, change: planChange, inOpenEditor: fc.boolean() }) },
  { weight: 8, arbitrary: step('share', { device, plan, on: fc.boolean() }) },
  { weight: 8, arbitrary: step('attach', { device, plan, group, on: fc.boolean() }) },
  { weight: 16, arbitrary: step('word', { device, group, member, isRemoval: fc.boolean() }) },
  { weight: 8, arbitrary: step('guest', { device, group, isTrial: fc.boolean() }) },
  { weight: 56, arbitrary: step('sync', { device, push, pull }) },
  { weight: 16, arbitrary: step('sync beside', { device, meanwhile }) },
  {
    weight: 12,
    arbitrary: step('crash', {
      device,
      write: fc.integer({ min: 1, max: 12 }),
      in: fc.constantFrom('sync', 'sync', 'mark'),
      group,
      member,
      node,
    }),
  },
  { weight: 12, arbitrary: step('hold', { device, call: fc.constantFrom('push', 'changes'), pull }) },
  { weight: 12, arbitrary: step('release', { device }) },
  { weight: 8, arbitrary: step('restart', { device }) },
  { weight: 12, arbitrary: step('log in', { device, account }) },
  { weight: 12, arbitrary: step('clock', { device, skew }) },
  { weight: 4, arbitrary: step('try again', { device }) },
  { weight: 8, arbitrary: groupSteps.member },
  { weight: 8, arbitrary: groupSteps.coach },
  { weight: 1, arbitrary: step('erase', { group, member }) },
  { weight: 1, arbitrary: step('restart server', {}) },
  { weight: 2, arbitrary: step('epoch', { tenant: fc.nat(1) }) },
)

/** What one run of the model does. */
export interface Course {
  /** How far each device's clock is ahead of the server's at the start, in ms. */
  skews: readonly number[]
  steps: readonly Step[]
}

export const anyCourse: fc.Arbitrary<Course> = fc.record({
  skews: fc.array(fc.integer({ min: -QUARTER_MS, max: QUARTER_MS }), { minLength: DEVICES, maxLength: DEVICES }),
  steps: fc.array(anyStep, { minLength: STEPS, maxLength: STEPS }),
})
