import { expect, test } from 'vitest'
import type { Catalogue } from './catalogue.ts'
import { refusedForms } from './distribution.ts'

const catalogue: Catalogue = {
  tables: new Map([
    ['members', { name: 'members', columns: [], ofTenant: true, shared: false }],
    ['hostnames', { name: 'hostnames', columns: [], ofTenant: false, shared: false }],
  ]),
  functionColumns: new Map(),
  types: new Map(),
}

const WITHOUT_RETURNING = 'INSERT … SELECT without RETURNING'
const TIME = 'the time of the database in an UPDATE or after ON CONFLICT'

test.each([
  ['INSERT INTO members (client_id, id) VALUES ($1, $2)', []],
  ['INSERT INTO members (client_id, id) SELECT $1, id FROM unnest($2::uuid[]) id RETURNING id', []],
  ['INSERT INTO members (client_id, id) SELECT $1, id FROM unnest($2::uuid[]) id', [WITHOUT_RETURNING]],
  ['WITH new AS (INSERT INTO members SELECT $1) SELECT 1 AS one', [WITHOUT_RETURNING]],
  ['INSERT INTO hostnames SELECT $1', []],
  [
    'INSERT INTO members (id) SELECT $1 ON CONFLICT (id) DO UPDATE SET name = $2 RETURNING id',
    ['INSERT … SELECT with a parameter after ON CONFLICT'],
  ],
  ['INSERT INTO members (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET name = $2', []],
  [
    'INSERT INTO members (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET name = $1 WHERE EXISTS (SELECT FROM members)',
    ['a sub-select after ON CONFLICT'],
  ],
  ['INSERT INTO members (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET at = now()', [TIME]],
  ['UPDATE members SET at = now() WHERE client_id = $1', [TIME]],
  ['UPDATE members SET at = current_date WHERE client_id = $1', [TIME]],
  [`UPDATE members SET at = at + interval '1 day' WHERE client_id = $1`, [TIME]],
  ['UPDATE members SET at = at + make_interval(secs => 3) WHERE client_id = $1', [TIME]],
  ['UPDATE members SET at = $2 WHERE client_id = $1', []],
  ['SELECT now() AS now', []],
  [`SELECT set_config('app.club', $1, true)`, ['set_config']],
])('%s', async (sql, forms) => {
  expect(await refusedForms(sql, catalogue)).toEqual(forms)
})
