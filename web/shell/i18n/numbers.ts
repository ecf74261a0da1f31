/** Both languages write thousands alike. Chromium has no Welsh, for which it would take the form of its own language. */
const form = new Intl.NumberFormat('en-GB')

/** A number as all pages write it: `6,078`. */
export function numberText(number: number): string {
  return form.format(number)
}
