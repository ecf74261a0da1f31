/**
 * Collects the parameter values of a statement that is built from parts. `add` returns the placeholder, such as `$3`.
 */
export class SqlParams {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}
