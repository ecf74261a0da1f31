import { PLAN_LIMITS, type PlanBlock, type PlanContent, type PlanSection } from '#domain/assessment/lesson-plan.ts'
import { cutText } from '#domain/platform/cut-text.ts'

// The edits of a plan's author. Each function returns a new plan and does not change the old one.

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

/** Removes a block, or a section with its blocks. */
export function removePart(plan: PlanContent, id: string): PlanContent {
  return {
    ...plan,
    sections: plan.sections
      .filter((section) => section.id !== id)
      .map((section) => ({ ...section, blocks: section.blocks.filter((block) => block.id !== id) })),
  }
}

function withMoved<T>(list: readonly T[], index: number, offset: number): T[] {
  const next = [...list]
  const [item] = next.splice(index, 1)
  if (item !== undefined) next.splice(index + offset, 0, item)
  return next
}

/**
 * Moves a section or block up (-1) or down (1) by one; a block at the edge of its section moves into the next section.
 */
export function moveByOne(plan: PlanContent, id: string, offset: -1 | 1): PlanContent {
  const index = plan.sections.findIndex((section) => section.id === id)
  if (index >= 0)
    return plan.sections[index + offset] === undefined
      ? plan
      : { ...plan, sections: withMoved(plan.sections, index, offset) }
  const sectionIndex = plan.sections.findIndex((section) => section.blocks.some((block) => block.id === id))
  const section = plan.sections[sectionIndex]
  if (!section) return plan
  const blockIndex = section.blocks.findIndex((block) => block.id === id)
  if (section.blocks[blockIndex + offset] !== undefined)
    return withSection(plan, section.id, (old) => ({ ...old, blocks: withMoved(old.blocks, blockIndex, offset) }))
  const neighbour = plan.sections[sectionIndex + offset]
  return neighbour ? moveBlock(plan, id, neighbour.id, offset === 1 ? 0 : neighbour.blocks.length) : plan
}

/** Moves a block to an index of a section, counted without the block itself. A full section takes no more blocks. */
export function moveBlock(plan: PlanContent, id: string, sectionId: string, index: number): PlanContent {
  const block = plan.sections.flatMap((section) => section.blocks).find((candidate) => candidate.id === id)
  const target = plan.sections.find((section) => section.id === sectionId)
  const isInTarget = target?.blocks.some((candidate) => candidate.id === id)
  if (!block || !target || (!isInTarget && target.blocks.length >= PLAN_LIMITS.blocks)) return plan
  return withSection(removePart(plan, id), sectionId, (section) => ({
    ...section,
    blocks: [...section.blocks.slice(0, index), block, ...section.blocks.slice(index)],
  }))
}

/** A copy of a plan with another title, in which every part has a new id. */
export function duplicatePlan(plan: PlanContent, title: string, newId: () => string): PlanContent {
  return {
    ...plan,
    title: cutText(title, PLAN_LIMITS.title),
    sections: plan.sections.map((section) => ({
      ...section,
      id: newId(),
      blocks: section.blocks.map((block) => ({ ...block, id: newId() })),
    })),
  }
}
