import { queryRowsInTenant, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Database } from '#server/platform/tenancy.ts'
import { demoClients, type DemoClient } from './content/clients.ts'
import { planDemo } from './plan.ts'

/** The child that a client's demo loads without a linked parent, and what newparent@ must enter to link it. */
export interface Unlinked {
  clientId: DemoClient['id']
  ngoId: string
  name: string
  /** YYYY-MM-DD */
  dob: string
}

const BIRTHS = tenantStatement(
  'demo/list-births-of-number',
  'SELECT dob FROM members WHERE client_id = $1 AND ngo_id = $2 AND dob IS NOT NULL',
)

/**
 * The unlinked child of each demo client. The date of birth is read from the database, because a plan that is made
 * today has a later one than the plan of the day on which the demo was loaded.
 */
export async function readUnlinked(db: Database): Promise<Unlinked[]> {
  const children: Unlinked[] = []
  for (const { id } of demoClients) {
    const { ngoId, firstname, lastname } = planDemo(id, new Date()).unlinked
    for (const { dob } of await queryRowsInTenant(db, id, BIRTHS, [ngoId]))
      children.push({ clientId: id, ngoId, name: `${firstname} ${lastname}`, dob })
  }
  return children
}
