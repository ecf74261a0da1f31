import { Fragment, type CSSProperties } from 'react'

/**
 * A picture of a rule, hidden from screen readers because the sentence beside it says the same: one rung (`i`) for each
 * node, a line (`u`) after as many as are needed, and a dot (`must`) on each node that is required.
 */
export function RuleRow({
  ids,
  required,
  need,
}: {
  ids: readonly string[]
  required: readonly string[]
  need: number
}) {
  // required nodes come first, before the line, because they cannot be left out
  const requiredIds = ids.filter((id) => required.includes(id))
  const orderedIds = [...requiredIds, ...ids.filter((id) => !required.includes(id))]
  return (
    <span className="pips big plan" style={{ '--n': orderedIds.length } as CSSProperties} aria-hidden="true">
      {orderedIds.map((id, index) => (
        <Fragment key={id}>
          {index === need ? <u /> : null}
          <i className={required.includes(id) ? 'open must' : 'open'} />
        </Fragment>
      ))}
    </span>
  )
}
