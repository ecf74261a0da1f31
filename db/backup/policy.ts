import pg from 'pg'

/** The setting of a connection with which the owner of the database reads the rows of all clients. */
export const BACKUP_SETTING = 'app.backup'

/**
 * Gives each tenant table a policy with which its owner may read all rows, once the connection says that it makes a
 * backup. Row-level security is forced for the owner too, so a plain dump fails or, worse, holds no rows. The policy
 * names the owner, which makes it one of this database and not of the migrations: a restored database may have another.
 */
export async function ensureBackupPolicies(owner: pg.Client): Promise<void> {
  await owner.query(`DO $$ DECLARE tenant_table name; BEGIN
    FOR tenant_table IN SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relrowsecurity AND relowner = current_user::regrole
        AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'backup')
    LOOP
      EXECUTE format($policy$CREATE POLICY backup ON public.%I FOR SELECT TO CURRENT_USER
        USING (current_setting('${BACKUP_SETTING}', true) = 'on')$policy$, tenant_table);
    END LOOP;
  END $$`)
}

/** Lets this connection of the owner read the rows of all clients until it ends. */
export async function readAllClients(owner: pg.Client): Promise<void> {
  await owner.query(`SELECT set_config('${BACKUP_SETTING}', 'on', false)`)
}

/** The ids of all clients, closed ones too. */
export async function allClientIds(ownerUrl: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await readAllClients(owner)
    const { rows } = await owner.query<{ client_id: string }>('SELECT client_id FROM clients ORDER BY client_id')
    return rows.map((row) => row.client_id)
  } finally {
    await owner.end()
  }
}
