import type { Course, Step } from './model-steps.ts'

// The numbers of devices, accounts, groups, coaches and members are indexes into the lists of `ModelWorld`.

/** Marks the first node; a grade of -1 takes the mark back. */
function mark(device: number, grade: number, marked: { group?: number; member?: number } = {}): Step {
  return { do: 'mark', device, group: marked.group ?? 0, member: marked.member ?? 0, node: 0, grade, defect: null }
}

/** A sync without faults but those that are given. */
function sync(device: number, faults: Partial<Extract<Step, { do: 'sync' }>> = {}): Step {
  return { do: 'sync', device, push: 'none', pull: 'none', ...faults }
}

/** Edits the author's first plan, or writes one where there is none; or deletes it. */
function plan(device: number, change: 'edit' | 'new' | 'delete' = 'edit', inOpenEditor = false): Step {
  return { do: 'plan', device, plan: 0, change, inOpenEditor }
}

/** Anna logs in on a second tablet; then both tablets hold the one plan that she wrote. */
const ONE_PLAN: readonly Step[] = [{ do: 'log in', device: 1, account: 0 }, plan(0), sync(0), sync(1)]

/** A member and group of both Anna (device 0) and Ben (device 1). */
const SHARED = { group: 1, member: 1 }

/**
 * Courses that once failed, or that fail with one of the bugs of `e2e/prove/mutations.ts`. The name says what must hold.
 */
export const regressions: readonly (Course & { name: string })[] = [
  {
    name: 'an accepted mark stays on the screen though the clock was set back since the last pull',
    skews: [0, 0, 0],
    steps: [mark(0, 2), { do: 'clock', device: 0, skew: -38_000 }, sync(0, { pull: 'after' })],
  },
  {
    name: 'a mark that waits behind an answered newer one does not come back to the screen',
    skews: [0, 0, 0],
    steps: [mark(0, 0), mark(0, -1), mark(0, 2), sync(0, { push: 'half' })],
  },
  {
    name: 'a page that was overtaken is not applied',
    skews: [0, 0, 0],
    steps: [
      mark(0, 1),
      sync(0, { pull: 'before' }),
      { do: 'hold', device: 0, call: 'changes', pull: 'none' },
      mark(0, 3),
      sync(0),
      { do: 'release', device: 0 },
    ],
  },
  {
    name: 'a full load that was overtaken does not replace the newer cache',
    skews: [0, 0, 0],
    steps: [
      { do: 'log in', device: 0, account: 1 },
      { do: 'hold', device: 0, call: 'changes', pull: 'none' },
      mark(0, 2, SHARED),
      sync(0),
      { do: 'release', device: 0 },
    ],
  },
  {
    name: 'a refused mark with a stamp of a fast clock does not beat the next one when both are accepted',
    skews: [0, 60_000, 0],
    steps: [
      { do: 'coach', group: 2, coach: 0, coached: false },
      mark(1, 3, { group: 2, member: 2 }),
      sync(1),
      mark(1, 0, { group: 2, member: 2 }),
      { do: 'coach', group: 2, coach: 0, coached: true },
    ],
  },
  {
    name: 'a mark that arrives after its device’s newer one, both of a clock that ran ahead, does not beat it',
    skews: [0, 0, 0],
    steps: [{ do: 'clock', device: 0, skew: 60_000 }, mark(0, 0), mark(0, -1), mark(0, 2), sync(0, { push: 'half' })],
  },
  {
    name: 'a slow clock learns the server’s time from a full load',
    skews: [-900_000, 0, 0],
    steps: [mark(1, 2, SHARED), sync(1), { do: 'epoch', tenant: 0 }, sync(0), mark(0, 3, SHARED)],
  },
  {
    name: 'a reply that was overtaken does not set the clock back',
    skews: [-900_000, 0, 0],
    steps: [
      mark(0, 1),
      { do: 'hold', device: 0, call: 'push', pull: 'before' },
      { do: 'wait', ms: 60_000 },
      mark(1, 2, SHARED),
      sync(1),
      sync(0),
      { do: 'release', device: 0 },
      mark(0, 3, SHARED),
    ],
  },
  {
    name: 'a plan changed on two tablets keeps both texts, and the editor that is still open goes on in the copy',
    skews: [0, 0, 0],
    steps: [...ONE_PLAN, plan(1), plan(0), sync(1), sync(0), plan(0, 'edit', true)],
  },
  {
    name: 'a plan that was changed since is not deleted',
    skews: [0, 0, 0],
    steps: [...ONE_PLAN, plan(1), plan(0, 'delete'), sync(1), sync(0)],
  },
  {
    name: 'what needs a plan waits until the plan is there',
    skews: [0, 0, 0],
    steps: [
      mark(0, 1),
      plan(0),
      { do: 'attach', device: 0, plan: 0, group: 0, on: true },
      sync(0, { push: 'half' }),
      sync(0),
    ],
  },
]
