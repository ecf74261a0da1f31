import type { Result, Results } from '#domain/assessment/engine.ts'
import type { EngineNode, PassValue } from '#domain/curriculum/scheme.ts'

/** The state of a node, comparable with the engine's. */
interface OracleState {
  complete: boolean
  eligible: boolean
  state: string
  percent: number
  forced: boolean
  completedTs: number | null
}

/**
 * A second implementation of the rules of progress (docs/rules.md, section 7), to check the engine: recursive and slow,
 * but close to the text of the rules.
 */
export class Oracle {
  readonly #nodes = new Map<string, { node: EngineNode; ancestors: EngineNode[] }>()
  readonly #grades: readonly PassValue[]
  readonly #results: Results

  constructor(roots: readonly EngineNode[], grades: readonly PassValue[], results: Results) {
    this.#grades = grades
    this.#results = results
    const addWithDescendants = (node: EngineNode, ancestors: EngineNode[]) => {
      this.#nodes.set(node.id, { node, ancestors })
      for (const child of node.children) addWithDescendants(child, [...ancestors, node])
    }
    for (const root of roots) addWithDescendants(root, [])
  }

  get ids(): string[] {
    return [...this.#nodes.keys()]
  }

  /** The ids that the scheme has, each once. */
  #existing(ids: readonly string[]): string[] {
    return [...new Set(ids)].filter((id) => this.#nodes.has(id))
  }

  #nodeWithAncestors(id: string): { node: EngineNode; ancestors: EngineNode[] } {
    const entry = this.#nodes.get(id)
    if (!entry) throw new Error(`no node ${id}`)
    return entry
  }

  #passPoint(node: EngineNode): number {
    if (node.t !== 's' || node.grade === undefined) return 0
    return node.grade === 1 ? 1 : (this.#grades.find(({ grade }) => grade === node.grade)?.pass ?? 0)
  }

  /** The nodes of which a group or level needs a number: those of its list, or its children. */
  #listed(node: EngineNode): string[] {
    return this.#existing(node.completion ? node.completion[0] : node.children.map((child) => child.id))
  }

  counts(id: string): boolean {
    const { node, ancestors } = this.#nodeWithAncestors(id)
    if (node.skipped || ancestors.some((ancestor) => ancestor.skipped)) return false
    if (node.t === 's') return this.#passPoint(node) > 0
    return node.completion_type === 'manual' || this.#listed(node).some((listedId) => this.counts(listedId))
  }

  #passes(result: Result | undefined): boolean {
    return result !== undefined && result.pass > 0 && result.grade >= result.pass
  }

  #skillsBelow(node: EngineNode): EngineNode[] {
    return node.children.flatMap((child) => (child.t === 's' ? [child] : this.#skillsBelow(child)))
  }

  /** All nodes below, at any depth. */
  #below(node: EngineNode): EngineNode[] {
    return node.children.flatMap((child) => [child, ...this.#below(child)])
  }

  stateOf(id: string): OracleState {
    const { node } = this.#nodeWithAncestors(id)
    if (node.t === 's') {
      const result = this.#results.get(id)
      const complete = this.#passes(result)
      const percent =
        !result || result.pass === 0
          ? 0
          : Math.round((100 * Math.min(Math.max(result.grade, 0), result.pass)) / result.pass)
      const completedTs = complete && result ? (result.since ?? result.ts) : null
      return {
        complete,
        eligible: complete,
        state: complete ? 'passed' : result && result.grade > 0 ? 'started' : 'available',
        percent,
        forced: false,
        completedTs,
      }
    }
    const listed = this.#listed(node).filter((listedId) => this.counts(listedId))
    const required = this.#existing(node.required ?? []).filter((requiredId) => this.counts(requiredId))
    const neededCount = Math.min(node.completion?.[1] ?? listed.length, listed.length)
    const completeListed = listed.map((listedId) => this.stateOf(listedId)).filter((state) => state.complete)
    const requiredStates = required.map((requiredId) => this.stateOf(requiredId))
    const eligible =
      this.counts(id) && completeListed.length >= neededCount && requiredStates.every((state) => state.complete)
    const override = this.#results.get(`${id}/manual`)
    const isPassedManually = override !== undefined && override.grade > 0
    const isRevoked = override !== undefined && override.grade < 0
    const isAutomatic = node.completion_type !== 'manual' && eligible && !isRevoked
    const complete = isPassedManually || isAutomatic
    let completedTs: number | null = null
    if (complete) {
      const passTs = override ? (override.since ?? override.ts) : 0
      if (isAutomatic) {
        const times = completeListed.map((state) => state.completedTs ?? 0).sort((a, b) => a - b)
        completedTs = Math.max(times[neededCount - 1] ?? 0, ...requiredStates.map((state) => state.completedTs ?? 0))
        if (isPassedManually) completedTs = Math.min(completedTs, passTs)
      } else completedTs = passTs
    }
    const skills = this.#skillsBelow(node).filter((skill) => this.counts(skill.id))
    // in sixtieths of a skill, because every pass grade divides 60, so that sums are exact
    const credit = skills.map((skill) => {
      const result = this.#results.get(skill.id)
      return result && result.pass > 0 ? (60 / result.pass) * Math.min(Math.max(result.grade, 0), result.pass) : 0
    })
    const percent =
      skills.length === 0 ? 0 : Math.round((100 * credit.reduce((a, b) => a + b, 0)) / (60 * skills.length))
    const begun = this.#below(node).some(
      ({ id: belowId, t }) => (this.#results.get(t === 's' ? belowId : `${belowId}/manual`)?.grade ?? 0) > 0,
    )
    return {
      complete,
      eligible,
      state: complete ? 'passed' : eligible ? 'completed' : begun ? 'started' : 'available',
      percent: complete ? 100 : eligible ? percent : Math.min(percent, 99),
      forced: complete && !eligible,
      completedTs,
    }
  }
}
