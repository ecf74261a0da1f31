import type { UserType } from '#contract/platform/fields.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { PASSWORD, type Tenant, type World } from './world.ts'

/** Adds a user, who logs in with the password of all tests, and returns the id; all but authors work at the club. */
export async function addUser(
  world: World,
  tenant: Tenant,
  user: { type: UserType; firstname: string; lastname: string; email: string },
): Promise<string> {
  const id = crypto.randomUUID()
  const passwordHash = await hashPassword(PASSWORD)
  const clubIds = user.type === 'ngo' ? [] : [tenant.club]
  await inTenant(world.db, tenant.id, 'write', (tx) =>
    createUser(tx, null, { ...user, id, username: null, passwordHash, clubIds }),
  )
  return id
}

/** Adds Bryn Hughes (`bryn@` the client), who coaches the client's group beside its coach; returns the id. */
export async function addSecondCoach(world: World, tenant: Tenant): Promise<string> {
  const email = `bryn@${tenant.id}.example`
  const id = await addUser(world, tenant, { type: 'coach', firstname: 'Bryn', lastname: 'Hughes', email })
  await inTenant(world.db, tenant.id, 'write', (tx) =>
    tx.query(`INSERT INTO group_coaches (client_id, group_id, user_id, from_date) VALUES ($1, $2, $3, '2020-01-01')`, [
      tenant.id,
      tenant.group,
      id,
    ]),
  )
  return id
}
