import './chart.css'

const PLOT_WIDTH = 104
const PLOT_HEIGHT = 16

/**
 * A small line of figures over time, with a dot at the newest; null is a gap. The page writes the figures beside it.
 */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, k) => (value === null ? [] : [{ k, value }]))
  if (known.length < 2) return null
  const [low, high] = [Math.min(...known.map(({ value }) => value)), Math.max(...known.map(({ value }) => value))]
  const points = known.map(({ k, value }) => ({
    x: 4 + (k * PLOT_WIDTH) / (values.length - 1),
    y: high === low ? 4 + PLOT_HEIGHT / 2 : 4 + PLOT_HEIGHT - ((value - low) / (high - low)) * PLOT_HEIGHT,
  }))
  const last = points.at(-1)
  return (
    <svg className="spark" viewBox="0 0 112 24" aria-hidden="true">
      <path d={`M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`} />
      <circle cx={last?.x} cy={last?.y} r={3.2} />
    </svg>
  )
}
