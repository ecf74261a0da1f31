/**
 * SQL of the table `entered`, which has a column of each of these types for the rows of the JSON array `param`; for FROM
 * of a statement that inserts or updates them.
 */
export function enteredTable(param: string, types: Readonly<Record<string, string>>): string {
  const columns = Object.entries(types).map(([name, type]) => `${name} ${type}`)
  return `jsonb_to_recordset(${param}::jsonb) entered (${columns.join(', ')})`
}

/** The parameter of `enteredTable`. Half a character, which JSON of PostgreSQL refuses, is replaced. */
export function enteredJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
}
