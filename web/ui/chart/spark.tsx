import './chart.css'

const WIDE = 104
const TALL = 16

/** The way figures went, with a dot where they are now; null where there was none. The figures themselves stand beside it. */
export function Spark({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, k) => (value === null ? [] : [{ k, value }]))
  if (known.length < 2) return null
  const [low, high] = [Math.min(...known.map((one) => one.value)), Math.max(...known.map((one) => one.value))]
  const points = known.map(({ k, value }) => ({
    x: 4 + (k * WIDE) / (values.length - 1),
    y: high === low ? 4 + TALL / 2 : 4 + TALL - ((value - low) / (high - low)) * TALL,
  }))
  const last = points.at(-1)
  return (
    <svg className="spark" viewBox="0 0 112 24" aria-hidden="true">
      <path d={`M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`} />
      <circle cx={last?.x} cy={last?.y} r={3.2} />
    </svg>
  )
}
