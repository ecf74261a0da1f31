export const SYLLABLES = 'an bre ca dwy el fi gwen ha io ka llw ma ni or pri rho sa ti un wy'.split(' ')

/** Name number `n`. There are 8,000, so names repeat as real ones do; they are the same in each run. */
export function nameOf(n: number): string {
  const syllableAt = (position: number) => SYLLABLES[Math.floor(n / SYLLABLES.length ** position) % SYLLABLES.length]
  return `${syllableAt(0)}${syllableAt(1)}${syllableAt(2)}`
}

/** SQL of name number `n`, which is SQL of a number; the same as `nameOf`. */
export function nameSql(n: string): string {
  const syllableAt = (position: number) =>
    `('{${SYLLABLES.join(',')}}'::text[])[1 + (${n}) / ${SYLLABLES.length ** position} % ${SYLLABLES.length}]`
  return `initcap(${[0, 1, 2].map(syllableAt).join(' || ')})`
}
