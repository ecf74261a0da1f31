import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { noteErasures, type Erasure } from './erased-since.ts'
import { NOTE_INSTANCE, serverVersion } from './instance.ts'
import { PARTS, type Manifest } from './manifest.ts'
import { findProgram, start, type Program } from './programs.ts'

/** Empties the schema. What an extension made stays. */
const DROP_ALL = `DO $$ DECLARE item record; BEGIN
  FOR item IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
  LOOP EXECUTE format('DROP TABLE public.%I CASCADE', item.relname); END LOOP;
  FOR item IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  LOOP EXECUTE format('DROP FUNCTION %s CASCADE', item.name); END LOOP;
END $$;
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'rungs_app') THEN
    CREATE ROLE rungs_app NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
  END IF;
END $$;`

/**
 * Begins a new epoch for every client, so that tablets send again what the backup does not hold. The dump of a backup is
 * older than its note in `installation`, and an older version had no such table.
 */
const newEpochs = (madeAt: string) => `UPDATE public.clients SET epoch = gen_random_uuid();
INSERT INTO public.audit_log (client_id, action, entity, entity_id) SELECT client_id, 'new-epoch', 'client', client_id
  FROM public.clients;
DO $$ BEGIN
  IF to_regclass('public.installation') IS NOT NULL THEN
    ${NOTE_INSTANCE};
    UPDATE public.installation SET last_backup_at = ${pg.escapeLiteral(madeAt)};
  END IF;
END $$;`

/** For a drill beside the real installation: other host names, and no mail that waits. */
const drillSql = (domain: string) => `WITH old AS (DELETE FROM public.hostnames RETURNING client_id, portal)
  INSERT INTO public.hostnames (hostname, client_id, portal)
  SELECT DISTINCT portal || '.' || client_id || '.' || ${pg.escapeLiteral(domain)}, client_id, portal FROM old;
UPDATE public.mails SET state = 'dropped' WHERE state = 'waiting';`

const isCounted = ([table, count]: [table: string, count: number]) => {
  const name = pg.escapeIdentifier(table)
  return `DO $$ DECLARE restored bigint; BEGIN
  SELECT count(*) INTO restored FROM public.${name};
  IF restored <> ${count} THEN RAISE EXCEPTION 'the backup has ${count} rows of ${name}, and % were restored', restored; END IF;
END $$;`
}

/** The programs with which a database is restored. */
export interface RestorePrograms {
  pgRestore: Program
  psql: Program
}

export async function findRestorePrograms(owner: pg.Client, pgBin: string | null): Promise<RestorePrograms> {
  const { major } = await serverVersion(owner)
  return { pgRestore: await findProgram('pg_restore', major, pgBin), psql: await findProgram('psql', major, pgBin) }
}

/**
 * Replaces the content of the database by the dump of a backup, in one transaction. Between the rows and the policies
 * that would hide them it counts the rows, begins new epochs and notes who was erased since. A failure anywhere leaves
 * the database as it was.
 */
export async function restoreDatabase(
  ownerUrl: string,
  { pgRestore, psql }: RestorePrograms,
  folder: string,
  manifest: Manifest,
  { domain, erasures }: { domain: string | null; erasures: readonly Erasure[] },
): Promise<void> {
  const dump = join(folder, PARTS.database)
  const temporary = await mkdtemp(join(tmpdir(), 'rungs-restore-'))
  const into = start(psql, ['--no-psqlrc', '--quiet', '--output', '/dev/null', '--set', 'ON_ERROR_STOP=1'], ownerUrl)
  const { stdin } = into.process
  if (!stdin) throw new Error('psql has no input')
  // when psql ends early, `ended` says why
  stdin.on('error', () => {})
  try {
    const list = join(temporary, 'list')
    await writeFile(list, await listToRestore(pgRestore, dump))
    const restoreSection = async (section: string) => {
      const from = start(pgRestore, ['--no-owner', '--use-list', list, '--section', section, '--file', '-', dump])
      if (!from.process.stdout) throw new Error('pg_restore has no output')
      await pipeline(from.process.stdout, stdin, { end: false })
      await from.ended
    }
    stdin.write(`BEGIN;\n${DROP_ALL}\n`)
    await restoreSection('pre-data')
    await restoreSection('data')
    stdin.write(`${Object.entries(manifest.rows).map(isCounted).join('\n')}\n${newEpochs(manifest.madeAt)}\n`)
    stdin.write(`${noteErasures(erasures)}\n`)
    if (domain !== null) stdin.write(`${drillSql(domain)}\n`)
    await restoreSection('post-data')
    stdin.end('COMMIT;\n')
  } catch (error) {
    // without COMMIT everything is rolled back
    stdin.end()
    await into.ended
    throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  await into.ended
}

/** The entries of the dump, without the schema, which is there, and without the policies that name the old owner. */
async function listToRestore(pgRestore: Program, dump: string): Promise<string> {
  const { stdout } = await promisify(execFile)(pgRestore.path, ['--list', dump], { maxBuffer: 64 * 1024 * 1024 })
  return stdout
    .split('\n')
    .filter((line) => !/ (SCHEMA - public|(ACL|COMMENT) - SCHEMA public|POLICY public \S+ backup) /.test(line))
    .join('\n')
}
