/**
 * Both languages write thousands alike. Chromium has no Welsh, for which it would take the form of its own language.
 * Made when it is first needed: the first object of `Intl` takes 40 ms on a phone, in which no portal could start.
 */
let form: Intl.NumberFormat | undefined

/** A number as all pages write it: `6,078`. */
export function numberText(number: number): string {
  // most numbers on a page need no form
  if (Number.isInteger(number) && Math.abs(number) < 1_000) return String(number)
  form ??= new Intl.NumberFormat('en-GB')
  return form.format(number)
}
