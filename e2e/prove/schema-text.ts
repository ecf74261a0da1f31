import type pg from 'pg'

/**
 * The schema as text, a line for each column, constraint, index, policy, trigger, function and right, sorted: databases
 * that got there on different ways have the same, whatever the order of their columns is.
 */
export async function schemaText(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(`
    WITH tables AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'S'))
    SELECT concat_ws(' ', relname, relkind, relrowsecurity, relforcerowsecurity, relacl::text[], reloptions) AS line FROM tables
    UNION ALL SELECT concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), attnotnull, attacl::text[],
      attgenerated, pg_get_expr(adbin, adrelid))
      FROM tables JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT concat_ws(' ', 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check)
      FROM pg_policies WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN tables ON tgrelid = tables.oid WHERE NOT tgisinternal
    UNION ALL SELECT concat_ws(' ', pg_get_functiondef(pg_proc.oid), proacl::text[]) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
    ORDER BY line`)
  return rows.map(({ line }) => line)
}
