import { describe, expect, test } from 'vitest'
import { analyse } from './analyse.ts'
import type { Catalogue, CatalogueTable } from './catalogue.ts'

/** A table of which `columns` are the names; a question mark after a name means that it may be null. */
function table(name: string, columns: string): [string, CatalogueTable] {
  const list = columns.split(' ').map((column) => ({
    name: column.replace('?', ''),
    notNull: !column.endsWith('?'),
    json: column.startsWith('data'),
    literals: column.startsWith('kind') ? ['term', 'holiday'] : null,
  }))
  return [name, { name, columns: list, ofTenant: columns.startsWith('client_id'), shared: name === 'published' }]
}

const catalogue: Catalogue = {
  tables: new Map([
    table('members', 'client_id id name nickname? data tags'),
    table('clubs', 'client_id id name'),
    table('member_clubs', 'client_id member_id club_id from_date to_date?'),
    table('terms', 'client_id id kind kind_before?'),
    table('published', 'client_id id name'),
    table('hostnames', 'hostname client'),
  ]),
  functionColumns: new Map([['jsonb_each', ['key', 'value']]]),
  types: new Map(),
}

/** Which columns of the result are not null, as a text of `!` and `?`. */
async function nulls(sql: string): Promise<string> {
  const { columns } = await analyse(sql, catalogue)
  return columns.map(({ notNull }) => (notNull ? '!' : '?')).join('')
}

const untied = async (sql: string) => (await analyse(sql, catalogue)).untied

describe('a column can be null', () => {
  test.each([
    // columns
    ['!?', 'SELECT name, nickname FROM members'],
    ['!!!?!!', 'SELECT * FROM members'],
    ['!?!', 'SELECT m.id, m.nickname, c.name FROM members m, clubs c'],
    ['!', 'SELECT members.name FROM members WHERE EXISTS (SELECT nickname AS name FROM members other)'],
    // outer joins
    ['!?', 'SELECT m.id, c.id FROM members m LEFT JOIN clubs c ON true'],
    ['?!', 'SELECT m.id, c.id FROM members m RIGHT JOIN clubs c ON true'],
    ['??', 'SELECT m.id, c.id FROM members m FULL JOIN clubs c ON true'],
    [
      '!??',
      'SELECT m.id, l.from_date, c.id FROM members m LEFT JOIN (member_clubs l JOIN clubs c ON c.id = l.club_id) ON true',
    ],
    [
      '!?!!?',
      'SELECT members.id, clubs.*, clubs.id IS NULL, count(*) OVER (), clubs FROM members LEFT JOIN (SELECT id FROM clubs) clubs ON true',
    ],
    [
      '!?',
      'SELECT m.id, c.id FROM members m LEFT JOIN LATERAL (SELECT id FROM clubs WHERE clubs.name = m.name) c ON true',
    ],
    ['!!', 'SELECT m.id, c.id FROM members m CROSS JOIN LATERAL (SELECT id FROM clubs WHERE clubs.name = m.name) c'],
    ['??', 'SELECT client_id, c.id FROM members m FULL JOIN clubs c USING (client_id)'],
    // conditions that leave only rows in which it is not null
    ['!', 'SELECT nickname FROM members WHERE nickname IS NOT NULL'],
    ['!', `SELECT nickname FROM members WHERE id = $1 AND lower(nickname) LIKE 'a%'`],
    ['!', 'SELECT nickname FROM members WHERE nickname = ANY ($1)'],
    ['!', 'SELECT nickname FROM members WHERE nickname IN (SELECT name FROM clubs)'],
    ['!!', 'SELECT m.id, c.id FROM members m LEFT JOIN clubs c ON true WHERE c.name = $1'],
    [
      '!!',
      'SELECT l.from_date, c.id FROM members m LEFT JOIN (member_clubs l JOIN clubs c ON c.id = l.club_id) ON true WHERE l.to_date > $1',
    ],
    ['!', 'SELECT m.nickname FROM members m JOIN clubs c ON c.name = m.nickname'],
    ['?', 'SELECT c.id FROM members m LEFT JOIN clubs c ON c.name = m.name'],
    ['?', 'SELECT nickname FROM members WHERE nickname IS NULL OR nickname = $1'],
    ['?', 'SELECT nickname FROM members WHERE nickname IS DISTINCT FROM $1'],
    ['?', 'SELECT nickname FROM members WHERE NOT (nickname = ANY ($1))'],
    ['?', 'SELECT nickname FROM members WHERE (id, nickname) <> ($1, $2)'],
    ['!', 'SELECT nickname FROM members WHERE (id, nickname) = ($1, $2)'],
    ['!', 'SELECT nickname FROM members WHERE NOT nickname = $1'],
    // expressions
    ['!!!', `SELECT 1, 'a', current_date`],
    ['?!', 'SELECT NULL, NULL IS NULL'],
    ['!?!?', `SELECT name || 'a', nickname || 'a', id::text, nickname::int FROM members`],
    ['??', `SELECT data->>'a', data::int FROM members`],
    ['!!?', `SELECT coalesce(nickname, name), coalesce(nickname, $1), nullif(name, 'a') FROM members`],
    ['!?', 'SELECT greatest(name, nickname), lower(nickname) FROM members'],
    ['!?', `SELECT CASE WHEN nickname IS NULL THEN 'a' ELSE name END, CASE WHEN name = 'a' THEN 'b' END FROM members`],
    ['?', `SELECT CASE WHEN name = 'a' THEN nickname ELSE name END FROM members`],
    ['!!', `SELECT jsonb_build_object('a', nickname), ARRAY(SELECT nickname FROM members) FROM members`],
    ['!?', 'SELECT name IN ($1, $2), nickname IN ($1, $2) FROM members'],
    ['?', 'SELECT name = ANY ($1) FROM members'],
    ['!', 'SELECT name IS DISTINCT FROM nickname FROM members'],
    ['?', 'SELECT a_function_of_its_own(name) FROM members'],
    ['!?', `SELECT extract(epoch FROM from_date), extract(hour FROM from_date) FROM member_clubs`],
    // sub-selects
    ['?', 'SELECT (SELECT name FROM clubs LIMIT 1)'],
    ['!', 'SELECT (SELECT count(*) FROM clubs)'],
    ['?', 'SELECT (SELECT max(name) FROM clubs)'],
    ['?', 'SELECT (SELECT count(*) FROM clubs GROUP BY name)'],
    ['!', `SELECT (SELECT coalesce(json_agg(name), '[]') FROM clubs)`],
    ['!', 'SELECT (SELECT members.name) FROM members'],
    ['!?', 'SELECT EXISTS (SELECT FROM clubs), nickname IN (SELECT name FROM clubs) FROM members'],
    // aggregates
    ['!????', 'SELECT count(*), max(name), sum(1), array_agg(name), json_agg(name) FROM members'],
    ['!!?!!', 'SELECT name, max(name), max(nickname), json_agg(nickname), count(nickname) FROM members GROUP BY name'],
    ['?', `SELECT max(name) FILTER (WHERE name > 'a') FROM members GROUP BY id`],
    ['??', 'SELECT name, max(name) FROM members GROUP BY ROLLUP (name)'],
    ['!?!', 'SELECT row_number() OVER (), lag(name) OVER (), max(name) OVER (ORDER BY id) FROM members'],
    // several queries
    ['!?', 'SELECT name, name FROM members UNION SELECT name, nickname FROM members'],
    ['!', 'SELECT name FROM members EXCEPT SELECT nickname FROM members'],
    ['!?', `VALUES (1, 'a'), (2, NULL)`],
    ['?', 'WITH named AS (SELECT nickname AS name FROM members) SELECT name FROM named'],
    [
      '!?',
      'WITH RECURSIVE up (id, above) AS (SELECT id, name FROM members UNION ALL SELECT id, NULL FROM up) SELECT id, above FROM up',
    ],
    ['!', 'WITH gone AS (DELETE FROM members RETURNING name) SELECT name FROM gone'],
    // functions in FROM
    ['?', 'SELECT name FROM unnest($1::text[]) name'],
    ['??!', 'SELECT a, b, n FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS list (a, b, n)'],
    ['!!', 'SELECT n, key FROM generate_series(1, 3) AS n CROSS JOIN jsonb_each($1)'],
    ['?', 'SELECT a FROM jsonb_to_recordset($1) AS list (a int)'],
    // writes
    ['!?', 'INSERT INTO members (client_id, id) VALUES ($1, $2) RETURNING id, nickname'],
    ['!?', `UPDATE members SET nickname = $1 WHERE nickname IS NOT NULL RETURNING name, nickname`],
    ['!', `UPDATE members SET nickname = 'a' RETURNING nickname`],
    ['!!', 'DELETE FROM members USING clubs WHERE clubs.id = members.id RETURNING members.name, clubs.name'],
  ])('%s: %s', async (expected, sql) => {
    expect(await nulls(sql)).toBe(expected)
  })
})

test('texts are the ones that a check constraint or the statement allows', async () => {
  const { columns } = await analyse(
    `SELECT kind, coalesce(kind_before, 'none'), CASE WHEN kind = 'a' THEN 'b' ELSE 'c' END,
       CASE WHEN kind = 'a' THEN NULL WHEN kind = 'b' THEN 'c' END, id FROM terms`,
    catalogue,
  )
  expect(columns.map(({ literals }) => literals)).toEqual([
    ['term', 'holiday'],
    ['term', 'holiday', 'none'],
    ['b', 'c'],
    ['c'],
    null,
  ])
})

test('elements of an array are not null where none of its values is', async () => {
  const { columns } = await analyse(
    `SELECT tags, ARRAY(SELECT name FROM clubs), ARRAY(SELECT nickname FROM members), array_agg(name),
       coalesce(array_agg(nickname), '{}'), coalesce(array_agg(name), '{}'), ARRAY[name, nickname] FROM members GROUP BY tags, name, nickname`,
    catalogue,
  )
  expect(columns.map(({ elementsNotNull }) => elementsNotNull)).toEqual([true, true, false, true, false, true, false])
})

describe('a parameter', () => {
  const params = async (sql: string) => {
    const analysis = await analyse(sql, catalogue)
    return [...analysis.params].map(([number, { nullable, label }]) => `${number}${nullable ? '?' : ''} ${label ?? ''}`)
  }
  test.each([
    ['INSERT INTO members (id, nickname) VALUES ($1, $2)', ['1 id', '2? nickname']],
    ['INSERT INTO members (id, nickname) SELECT $1, $2::text FROM clubs', ['1 id', '2? nickname']],
    ['UPDATE members SET nickname = $2, name = coalesce($3, name) WHERE id = $1', ['1 id', '2? nickname', '3? ']],
    ['UPDATE members SET nickname = $1, name = $1', ['1 nickname']],
    ['SELECT FROM members WHERE $1::text IS NULL OR name = $1', ['1? name']],
    [
      'SELECT FROM members WHERE name = ANY ($1) AND nickname IS DISTINCT FROM $2 LIMIT $3',
      ['1 names', '2? nickname', '3 limit'],
    ],
    [`SELECT jsonb_build_object('a', $1::text), coalesce(nickname, $2) FROM members`, ['1? ', '2 ']],
    [`INSERT INTO members (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET nickname = $2`, ['1 id', '2? nickname']],
  ])('of %s', async (sql, expected) => {
    expect((await params(sql)).sort()).toEqual(expected)
  })

  test('that is not null makes a value that is not null', async () => {
    expect(await nulls('SELECT $1::text, $2::text WHERE $2::text IS NULL')).toBe('!?')
  })
})

describe('a tenant table', () => {
  test.each([
    ['SELECT FROM members WHERE client_id = $1'],
    ['SELECT FROM members m JOIN clubs c ON c.client_id = m.client_id AND c.id = m.id WHERE m.client_id = $1'],
    ['SELECT FROM members m JOIN clubs c USING (client_id) WHERE c.client_id = $1'],
    ['SELECT FROM members m LEFT JOIN clubs c ON c.client_id = m.client_id WHERE m.client_id = $1'],
    [
      'SELECT FROM members m WHERE m.client_id = $1 AND NOT EXISTS (SELECT FROM clubs c WHERE c.client_id = m.client_id)',
    ],
    [
      'SELECT FROM members m WHERE m.client_id = $1 AND (m.client_id, m.id) IN (SELECT client_id, id FROM clubs WHERE client_id = $1)',
    ],
    ['SELECT FROM members WHERE (client_id, id) IN (SELECT client_id, id FROM clubs WHERE client_id = $1)'],
    ['SELECT FROM members WHERE (client_id, id) = ($1, $2)'],
    [
      'SELECT FROM (SELECT client_id FROM clubs WHERE client_id = $1) c JOIN members ON members.client_id = c.client_id',
    ],
    [
      'WITH c AS (SELECT client_id FROM clubs WHERE client_id = $1 UNION SELECT $1) SELECT FROM members JOIN c USING (client_id)',
    ],
    ['INSERT INTO members (client_id, id) VALUES ($1, $2), ($1, $3)'],
    ['INSERT INTO members (client_id, id) SELECT client_id, id FROM clubs WHERE client_id = $1'],
    ['INSERT INTO members (client_id, id) SELECT $1::text, id FROM unnest($2::uuid[]) id ON CONFLICT DO NOTHING'],
    ['UPDATE members SET name = c.name FROM clubs c WHERE members.client_id = $1 AND c.client_id = members.client_id'],
    ['DELETE FROM members WHERE client_id = $1 AND id = $2'],
    ['SELECT FROM hostnames'],
  ])('is restricted to the client: %s', async (sql) => {
    expect(await untied(sql)).toEqual([])
  })

  test.each([
    ['SELECT FROM members WHERE id = $1', ['members']],
    ['SELECT FROM members WHERE client_id = $2', ['members']],
    ['SELECT FROM members WHERE client_id = $1 OR id = $2', ['members']],
    ['SELECT FROM members WHERE NOT client_id = $1', ['members']],
    ['SELECT FROM members WHERE client_id <> $1', ['members']],
    ['SELECT FROM members m JOIN clubs c ON c.id = m.id WHERE m.client_id = $1', ['clubs c']],
    [
      'SELECT FROM members m LEFT JOIN clubs c ON c.client_id = m.client_id AND m.client_id = $1',
      ['members m', 'clubs c'],
    ],
    ['SELECT FROM members m FULL JOIN clubs c ON c.client_id = m.client_id WHERE m.client_id = $1', ['clubs c']],
    ['SELECT FROM members WHERE client_id = $1 AND EXISTS (SELECT FROM clubs WHERE clubs.id = members.id)', ['clubs']],
    [
      'SELECT FROM members WHERE EXISTS (SELECT FROM clubs WHERE clubs.client_id = $1 AND members.client_id = $1)',
      ['members'],
    ],
    ['SELECT (SELECT name FROM clubs) FROM members WHERE client_id = $1', ['clubs']],
    [
      'WITH c AS (SELECT client_id FROM clubs UNION SELECT $1) SELECT FROM members JOIN c USING (client_id)',
      ['clubs', 'members'],
    ],
    ['INSERT INTO members (client_id, id) VALUES ($1, $2), ($3, $4)', ['members']],
    ['INSERT INTO members (id) VALUES ($1)', ['members']],
    ['INSERT INTO members (client_id, id) SELECT client_id, id FROM clubs', ['clubs', 'members']],
    ['UPDATE members SET name = $2 WHERE id = $1', ['members']],
    ['DELETE FROM members USING clubs WHERE members.client_id = $1', ['clubs']],
  ])('is not: %s', async (sql, expected) => {
    expect(await untied(sql)).toEqual(expected)
  })

  test('of sharing may be read of other clients, and is told apart', async () => {
    const reads = await analyse('SELECT FROM published JOIN members USING (id)', catalogue)
    expect([reads.untied, reads.untiedShared]).toEqual([['members'], ['published']])
    const writes = await analyse('DELETE FROM published WHERE id = $1', catalogue)
    expect([writes.untied, writes.untiedShared]).toEqual([['published'], []])
  })
})

describe('an interval counts in days of the calendar', () => {
  test.each([
    [true, `SELECT now() - interval '28 days' AS at`],
    [true, `SELECT now() - $1 * '1 week'::interval AS at`],
    [true, 'SELECT id FROM terms WHERE now() > now() - make_interval(hours => 1, days => $1)'],
    [false, `SELECT now() - interval '24 hours' AS at`],
    [false, 'SELECT now() - make_interval(months => $1) AS at'],
    [false, `SELECT 'two days' AS at`],
  ])('%s: %s', async (expected, sql) => {
    expect((await analyse(sql, catalogue)).countsInDays).toBe(expected)
  })
})
