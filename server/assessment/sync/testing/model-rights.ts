import type { RejectionCode } from '#domain/assessment/commands/command.ts'
import { markCommand, nodeOfMark, type MarkPayload } from '#domain/assessment/commands/mark.ts'
import type { CommandState, NodeState } from '#domain/assessment/commands/state.ts'
import { NODES, PASS } from './model-steps.ts'
import { dayOf, OUT_OF_SCOPE_DAYS, TIME_ZONE, type ModelGroup, type ModelWorld } from './model-world.ts'

/** The days of an assignment of a coach to a group, or of a member's stay in it; `to` is null while it goes on. */
interface Span {
  from: string
  to: string | null
}

/** Those of the model's clients that decide about marks. */
export const FEATURES = { ENABLE_ADDITIONAL_ASSESSMENTS: true }

/** Everybody of the model works at the club throughout. */
const ALWAYS: Span = { from: '0000-01-01', to: null }

/** What the scheme of the model has at a node; null when it has no such node. */
export function nodeState(payload: Pick<MarkPayload, 'schemeSlug' | 'schemeNodeId'>): NodeState | null {
  if (!NODES.includes(payload.schemeNodeId)) return null
  const id = nodeOfMark(payload.schemeNodeId)
  const kind = id === payload.schemeNodeId ? 's' : 'l'
  const node = { kind, deleted: false, path: [id], passGrades: [PASS] } as const
  return { schemeId: payload.schemeSlug, schemeDeleted: false, schemeEditedAt: null, node }
}

/**
 * The model's own record of who coached and who was taught where and when. The command of a mark, asked with this
 * record, predicts what the server decides by its SQL and what a tablet decides by its cache.
 */
export class Rights {
  readonly #world: ModelWorld
  /** Assignments by `group/coach`, and stays by `group/member`. */
  readonly #coached = new Map<string, Span[]>()
  readonly #taught = new Map<string, Span[]>()
  /** The first day on which somebody was assigned or taught, by the same keys. */
  readonly #firstDays = new Map<string, string>()

  constructor(world: ModelWorld) {
    this.#world = world
    const spansSince2020 = (key: string) => {
      this.#firstDays.set(key, '2020-01-01')
      return [{ from: '2020-01-01', to: null }]
    }
    for (const group of world.groups) {
      for (const coach of group.coaches)
        this.#coached.set(`${group.id}/${coach}`, spansSince2020(`${group.id}/${coach}`))
      for (const member of group.members)
        this.#taught.set(`${group.id}/${member}`, spansSince2020(`${group.id}/${member}`))
    }
  }

  /** Begins a member's stay today, or ends it with yesterday, as `ModelWorld.setTaught` does. */
  setTaught(group: ModelGroup, member: string, taught: boolean): void {
    this.#setSpan(this.#taught, `${group.id}/${member}`, taught, -1)
  }

  /** Begins a coach's assignment today, or ends it 40 days ago, as `ModelWorld.setCoached` does. */
  setCoached(group: ModelGroup, coach: string, coached: boolean): void {
    this.#setSpan(this.#coached, `${group.id}/${coach}`, coached, -OUT_OF_SCOPE_DAYS)
  }

  /** Begins a span today, or ends those that go on; `endOffset` is the end's distance from today in days. */
  #setSpan(spansByKey: Map<string, Span[]>, key: string, begins: boolean, endOffset: number): void {
    const today = dayOf(this.#world.now)
    const end = dayOf(this.#world.now, endOffset)
    const spans = spansByKey.get(key) ?? []
    if (begins && !this.#firstDays.has(key)) this.#firstDays.set(key, today)
    if (begins) spansByKey.set(key, [...spans.filter((span) => span.from !== today), { from: today, to: null }])
    else
      spansByKey.set(
        key,
        spans.map((span) => ({ ...span, to: span.to === null || span.to > end ? end : span.to })),
      )
  }

  /** The groups of the club whose data the author's device may hold. */
  scope(author: string, club: string): string[] {
    return this.#world.groups
      .filter((g) => g.club === club && this.#isOrWasLately(this.#coached, `${g.id}/${author}`))
      .map((g) => g.id)
  }

  /** Whether a group's device holds this member. */
  shows(groupId: string, member: string): boolean {
    return this.#isOrWasLately(this.#taught, `${groupId}/${member}`)
  }

  /** Whether one of the spans goes on or ended within 30 days, for which a device keeps groups and members. */
  #isOrWasLately(spansByKey: Map<string, Span[]>, key: string): boolean {
    const since = dayOf(this.#world.now, -30)
    return (spansByKey.get(key) ?? []).some((span) => span.to === null || span.to >= since)
  }

  #isOfClub(member: string, club: string | undefined): boolean {
    return this.#world.groups.some((group) => group.club === club && group.members.includes(member))
  }

  /** The day to which the server assigns a mark, which is never in the future. */
  #dayOf({ assessmentDate }: MarkPayload): string {
    const today = dayOf(this.#world.now)
    return assessmentDate > today ? today : assessmentDate
  }

  /** Whether the mark was allowed at any time of the run; the default `9` is after every date. */
  everAllowed(author: string, payload: MarkPayload): boolean {
    const { groupId, memberUuid } = payload
    return [author, memberUuid].every(
      (person) => (this.#firstDays.get(`${groupId}/${person}`) ?? '9') <= this.#dayOf(payload),
    )
  }

  /**
   * Why the server must reject a well-formed mark now, null when it must take it: what the command says of this record,
   * without the server's SQL.
   */
  rejection(author: string, payload: MarkPayload): RejectionCode | null {
    const { groupId, memberUuid } = payload
    const group = this.#world.groups.find(({ id }) => id === groupId)
    const periodsAt = (spansByKey: Map<string, Span[]>, person: string) => spansByKey.get(`${groupId}/${person}`) ?? []
    const state: CommandState = {
      author: { id: author, features: FEATURES },
      club: { timeZone: TIME_ZONE, authorPeriods: [ALWAYS] },
      group: group
        ? {
            schemeId: payload.schemeSlug,
            assessmentLevels: [],
            lastDate: null,
            coachPeriods: periodsAt(this.#coached, author),
            covers: [],
            changedRev: 0,
          }
        : null,
      member: {
        status: this.#isOfClub(memberUuid, group?.club) ? 'at-club' : null,
        groupPeriods: periodsAt(this.#taught, memberUuid),
      },
      node: nodeState(payload),
      sharedClubs: [],
    }
    const decision = markCommand.decide(state, { payload, baseRev: null }, this.#world.now)
    return decision.ok ? null : decision.code
  }
}
