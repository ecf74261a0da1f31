/** The rows as text, with columns as wide as their longest value. */
export function table(rows: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length))
  return rows
    .map((row) =>
      row
        .map((value, column) => value.padEnd(width(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The value as JSON for programs. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
