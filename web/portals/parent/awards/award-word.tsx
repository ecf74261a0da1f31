import type { FamilyWord } from '#contract/assessment/linked-member.ts'

/** What a coach wrote to the family about a passed level, signed. */
export function AwardWord({ word }: { word: FamilyWord | null }) {
  if (!word) return null
  return (
    <figure className="from-coach">
      <blockquote>{word.text}</blockquote>
      <figcaption className="small dim">{word.coach}</figcaption>
    </figure>
  )
}
