/**
 * Migrations are of two kinds. One that expands the schema lets servers of the previous version work on. One that
 * contracts it, such as by dropping a column, ends in `.contract.sql` and is applied when none of them runs any more.
 */
export function isContract(name: string): boolean {
  return name.endsWith('.contract.sql')
}

/** The number with which the name of a migration begins. */
export function numberOf(name: string): number {
  return Number.parseInt(name, 10)
}

/** What a version that knows the migrations `known` lacks or does not know in a database with those `applied`. */
interface Difference {
  /** Needed and not applied. */
  missing: string[]
  /** To be applied when no server of the previous version runs any more. */
  waiting: string[]
  /** Applied and not known, of the kind that this version cannot work with. */
  tooNew: string[]
  /** Applied, not known, and no hindrance. */
  newer: string[]
}

export function compareMigrations(known: readonly string[], applied: ReadonlySet<string>): Difference {
  const absent = known.filter((name) => !applied.has(name))
  const unknown = [...applied].filter((name) => !known.includes(name)).sort()
  return {
    missing: absent.filter((name) => !isContract(name)),
    waiting: absent.filter(isContract),
    tooNew: unknown.filter(isContract),
    newer: unknown.filter((name) => !isContract(name)),
  }
}

/** Throws when a newer version has changed the database so that this one cannot work with it. */
export function refuseTooNew({ tooNew }: Difference): void {
  if (tooNew.length === 0) return
  throw new Error(`the database is too new for this version, because of ${tooNew.join(', ')}: start the newer version`)
}
