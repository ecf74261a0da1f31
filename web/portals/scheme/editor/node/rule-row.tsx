import { Fragment, type CSSProperties } from 'react'

/** The rule as rungs: the line is where it is passed, a dot marks what must be done. The sentence beside it says it. */
export function RuleRow({
  ids,
  required,
  need,
}: {
  ids: readonly string[]
  required: readonly string[]
  need: number
}) {
  // what must be done comes first: it is never among those that may be left out
  const must = ids.filter((id) => required.includes(id))
  const list = [...must, ...ids.filter((id) => !required.includes(id))]
  return (
    <span className="pips big plan" style={{ '--n': list.length } as CSSProperties} aria-hidden="true">
      {list.map((id, at) => (
        <Fragment key={id}>
          {at === need ? <u /> : null}
          <i className={required.includes(id) ? 'o must' : 'o'} />
        </Fragment>
      ))}
    </span>
  )
}
