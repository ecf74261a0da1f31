/** Values of a statement that is put together from parts: each `$n` stands where its value was added. */
export class SqlParams {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}
