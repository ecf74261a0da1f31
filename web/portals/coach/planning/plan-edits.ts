import { PLAN_LIMITS, type PlanBlock, type PlanContent, type PlanSection } from '#domain/assessment/lesson-plan.ts'

/** What an author does to a plan; each answers a new plan and leaves the old one as it was. */

export function withSection(plan: PlanContent, id: string, change: (section: PlanSection) => PlanSection): PlanContent {
  return { ...plan, sections: plan.sections.map((section) => (section.id === id ? change(section) : section)) }
}

export function withBlock(plan: PlanContent, id: string, change: (block: PlanBlock) => PlanBlock): PlanContent {
  return {
    ...plan,
    sections: plan.sections.map((section) =>
      section.blocks.some((block) => block.id === id)
        ? { ...section, blocks: section.blocks.map((block) => (block.id === id ? change(block) : block)) }
        : section,
    ),
  }
}

export function addSection(plan: PlanContent, section: PlanSection): PlanContent {
  return { ...plan, sections: [...plan.sections, section] }
}

export function addBlock(plan: PlanContent, sectionId: string, block: PlanBlock): PlanContent {
  return withSection(plan, sectionId, (section) => ({ ...section, blocks: [...section.blocks, block] }))
}

/** Removes a section with all that is in it, or a block. */
export function remove(plan: PlanContent, id: string): PlanContent {
  return {
    ...plan,
    sections: plan.sections
      .filter((section) => section.id !== id)
      .map((section) => ({ ...section, blocks: section.blocks.filter((block) => block.id !== id) })),
  }
}

function swapped<T>(list: readonly T[], from: number, by: number): T[] {
  const next = [...list]
  const [one] = next.splice(from, 1)
  if (one !== undefined) next.splice(from + by, 0, one)
  return next
}

/** A section or a block one step up (-1) or down (1); a block at the edge of its section goes on into the next one. */
export function moveBy(plan: PlanContent, id: string, by: -1 | 1): PlanContent {
  const at = plan.sections.findIndex((section) => section.id === id)
  if (at >= 0)
    return plan.sections[at + by] === undefined ? plan : { ...plan, sections: swapped(plan.sections, at, by) }
  const of = plan.sections.findIndex((section) => section.blocks.some((block) => block.id === id))
  const section = plan.sections[of]
  if (!section) return plan
  const place = section.blocks.findIndex((block) => block.id === id)
  if (section.blocks[place + by] !== undefined)
    return withSection(plan, section.id, (one) => ({ ...one, blocks: swapped(one.blocks, place, by) }))
  const other = plan.sections[of + by]
  return other ? moveBlock(plan, id, other.id, by === 1 ? 0 : other.blocks.length) : plan
}

/** A block to a place in a section, counted with the block taken out; a full section takes no more. */
export function moveBlock(plan: PlanContent, id: string, sectionId: string, place: number): PlanContent {
  const block = plan.sections.flatMap((section) => section.blocks).find((one) => one.id === id)
  const to = plan.sections.find((section) => section.id === sectionId)
  const stays = to?.blocks.some((one) => one.id === id)
  if (!block || !to || (!stays && to.blocks.length >= PLAN_LIMITS.blocks)) return plan
  return withSection(remove(plan, id), sectionId, (section) => ({
    ...section,
    blocks: [...section.blocks.slice(0, place), block, ...section.blocks.slice(place)],
  }))
}

/** The same plan as one's own: every part with an id of its own. */
export function duplicatePlan(plan: PlanContent, title: string, newId: () => string): PlanContent {
  return {
    ...plan,
    title: title.slice(0, PLAN_LIMITS.title),
    sections: plan.sections.map((section) => ({
      ...section,
      id: newId(),
      blocks: section.blocks.map((block) => ({ ...block, id: newId() })),
    })),
  }
}
