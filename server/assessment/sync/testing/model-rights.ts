import type { MarkPayload } from '#contract/assessment/sync.ts'
import { dayOf, type ModelGroup, type ModelWorld } from './model-world.ts'

interface Span {
  from: string
  to: string | null
}

/** Removing somebody from a group ends the place on the day before, but marks of the day itself still count. */
function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/**
 * The model's own record of who coached and who was taught where and when, which predicts refusals without the server's
 * SQL.
 */
export class Rights {
  readonly #world: ModelWorld
  readonly #coached = new Map<string, Span[]>()
  readonly #taught = new Map<string, Span[]>()
  /** The first day on which somebody was assigned or taught. */
  readonly #ever = new Map<string, string>()

  constructor(world: ModelWorld) {
    this.#world = world
    const always = (key: string) => {
      this.#ever.set(key, '2020-01-01')
      return [{ from: '2020-01-01', to: null }]
    }
    for (const group of world.groups) {
      for (const coach of group.coaches) this.#coached.set(`${group.id}/${coach}`, always(`${group.id}/${coach}`))
      for (const member of group.members) this.#taught.set(`${group.id}/${member}`, always(`${group.id}/${member}`))
    }
  }

  setTaught(group: ModelGroup, member: string, on: boolean): void {
    this.#set(this.#taught, `${group.id}/${member}`, on, -1)
  }

  setCoached(group: ModelGroup, coach: string, on: boolean): void {
    this.#set(this.#coached, `${group.id}/${coach}`, on, -40)
  }

  #set(all: Map<string, Span[]>, key: string, on: boolean, days: number): void {
    const [today, end] = [dayOf(this.#world.now), dayOf(this.#world.now, days)]
    const spans = all.get(key) ?? []
    if (on && !this.#ever.has(key)) this.#ever.set(key, today)
    if (on) all.set(key, [...spans.filter((span) => span.from !== today), { from: today, to: null }])
    else
      all.set(
        key,
        spans.map((span) => ({ ...span, to: span.to === null || span.to > end ? end : span.to })),
      )
  }

  /** The groups of the club whose data the author's device may hold. */
  scope(author: string, club: string): string[] {
    return this.#world.groups
      .filter((g) => g.club === club && this.#seen(this.#coached, `${g.id}/${author}`))
      .map((g) => g.id)
  }

  /** Whether a group's device holds this member. */
  shows(groupId: string, member: string): boolean {
    return this.#seen(this.#taught, `${groupId}/${member}`)
  }

  #seen(all: Map<string, Span[]>, key: string): boolean {
    const since = dayOf(this.#world.now, -30)
    return (all.get(key) ?? []).some((span) => span.to === null || span.to >= since)
  }

  /** The day to which the server assigns a mark, which is never in the future. */
  #dayOf({ assessmentDate }: MarkPayload): string {
    const today = dayOf(this.#world.now)
    return assessmentDate > today ? today : assessmentDate
  }

  /** Whether the mark was allowed at any time of the run. */
  everAllowed(author: string, payload: MarkPayload): boolean {
    const { groupId, memberUuid } = payload
    return [author, memberUuid].every((who) => (this.#ever.get(`${groupId}/${who}`) ?? '9') <= this.#dayOf(payload))
  }

  /** Why the server must refuse a well-formed mark now, null when it must take it. */
  refusal(author: string, payload: MarkPayload): string | null {
    const date = this.#dayOf(payload)
    const covers = (all: Map<string, Span[]>, key: string) =>
      (all.get(key) ?? []).some((span) => span.from <= date && (span.to === null || date <= dayAfter(span.to)))
    if (!covers(this.#coached, `${payload.groupId}/${author}`)) return 'NOT_ASSIGNED'
    if (!covers(this.#taught, `${payload.groupId}/${payload.memberUuid}`)) return 'NOT_ASSIGNED'
    return null
  }
}
