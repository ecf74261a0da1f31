import { expect, test } from 'vitest'
import { leftUndone } from './member-writes.ts'

const NEEDS = expect.stringContaining("{ needs: 'index-members' }")
const UNNEEDED = expect.stringContaining('no needs')

test.each([
  ["UPDATE members SET phones = '{}' WHERE client_id = $1", null, null],
  ['UPDATE members SET ngo_id = NULL WHERE client_id = $1', null, NEEDS],
  ['UPDATE members SET ngo_id = NULL WHERE client_id = $1', 'index-members', null],
  ["UPDATE members SET phones = '{}' WHERE client_id = $1", 'index-members', UNNEEDED],
  ['DELETE FROM guardians WHERE client_id = $1', null, NEEDS],
  ['INSERT INTO club_members (client_id, club_id) VALUES ($1, $2)', null, NEEDS],
  ['UPDATE club_members SET note = $2 WHERE client_id = $1', null, null],
  ['INSERT INTO members (client_id, firstname) VALUES ($1, $2)', null, null],
  ['WITH gone AS (DELETE FROM guardians WHERE client_id = $1 RETURNING member_id) SELECT 1 AS one', null, NEEDS],
  [
    'UPDATE members SET lastname = $2 WHERE client_id = $1',
    'index-members',
    'it changes names of members: keepingNames',
  ],
  [
    'WITH kept AS (INSERT INTO member_names SELECT $1 RETURNING client_id) UPDATE members SET lastname = $2',
    'index-members',
    null,
  ],
])('%s, which needs %s', async (text, needs, left) => {
  expect(await leftUndone({ text, needs })).toEqual(left)
})
