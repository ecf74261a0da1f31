import type { MarkPayload } from '#contract/assessment/sync.ts'
import type { Result } from '#domain/assessment/engine.ts'
import type { PlanBase } from '#web/offline/coach-store.ts'
import type { Rights } from './model-rights.ts'
import type { Wrong } from './model-steps.ts'
import { Tablet } from './model-tablet.ts'
import type { Account, ModelWorld } from './model-world.ts'

/** One physical device: its clock, who is logged in, and its storage at each client's portal. */
export class Device {
  readonly world: ModelWorld
  readonly #name: string
  readonly tablets = new Map<string, Tablet>()
  account: Account
  skew: number
  /** Which plan each account's open editor holds, and what it began from. */
  editors = new Map<Account, { planUuid: string; buildsOn: PlanBase }>()
  /** What the open tab could take back, by group. */
  undoable = new Map<string, { payload: MarkPayload; before: Result | undefined }[]>()

  constructor(world: ModelWorld, name: string, account: Account, skew: number) {
    this.world = world
    this.#name = name
    this.account = account
    this.skew = skew
  }

  now = (): number => this.world.now + this.skew

  get tablet(): Tablet {
    const { tenant } = this.account
    const known = this.tablets.get(tenant.id)
    if (known) return known
    const tablet = new Tablet(this.world, tenant, `${this.#name}-${tenant.id}`, this.now)
    this.tablets.set(tenant.id, tablet)
    return tablet
  }

  logIn(account: Account): void {
    this.account = account
    this.undoable = new Map()
    this.editors = new Map()
  }

  restart(): void {
    this.undoable = new Map()
    this.editors = new Map()
    this.tablet.restart()
  }
}

/** What the run knows besides what devices and server hold. */
export interface Played {
  world: ModelWorld
  devices: readonly Device[]
  rights: Rights
  /** Operations that were made wrong on purpose. */
  wrong: Map<string, Wrong>
  /** Clubs whose changes each tablet has heard of when all is at rest. */
  pulled: Map<Tablet, ReadonlySet<string>>
}
