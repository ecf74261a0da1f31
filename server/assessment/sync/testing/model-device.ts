import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import type { Result } from '#domain/assessment/engine.ts'
import type { PlanBase } from '#web/offline/coach-store.ts'
import type { Rights } from './model-rights.ts'
import type { Defect } from './model-steps.ts'
import { Tablet } from './model-tablet.ts'
import type { Account, ModelWorld } from './model-world.ts'

/** One physical device: its clock, who is logged in, and a storage (`Tablet`) for each client's portal. */
export class Device {
  readonly world: ModelWorld
  readonly #name: string
  /** The storage by client id. */
  readonly tablets = new Map<string, Tablet>()
  account: Account
  /** How far the clock is ahead of the server's, in ms. */
  skew: number
  /** The plan in each account's open editor, and the revision from which the editor began. */
  editors = new Map<Account, { planUuid: string; buildsOn: PlanBase }>()
  /** The marks that the open tab can undo, by group. */
  undoable = new Map<string, { payload: MarkPayload; before: Result | undefined }[]>()

  constructor(world: ModelWorld, name: string, account: Account, skew: number) {
    this.world = world
    this.#name = name
    this.account = account
    this.skew = skew
  }

  now = (): number => this.world.now + this.skew

  /** The storage at the portal of the logged-in account's client; it is made when it is first used. */
  get tablet(): Tablet {
    const { tenant } = this.account
    const existing = this.tablets.get(tenant.id)
    if (existing) return existing
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

/** A course that is being played: its world and devices, and what the model records about them. */
export interface Run {
  world: ModelWorld
  devices: readonly Device[]
  rights: Rights
  /** The defects of operations that were made with one on purpose, by id. */
  defects: Map<string, Defect>
  /** The members who were entered as guests, also those whom the server refused. */
  guests: Set<string>
  /** The clubs whose changes each tablet has pulled at the end of the run. */
  pulled: Map<Tablet, ReadonlySet<string>>
}
