import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const SORT_NAME = `folded(members.lastname || ' ' || members.firstname)`

/**
 * SQL that copies what lists of a club are sorted by into `club_members`, and stores the words by which its members are
 * found: names, membership number and guardians. Both write only what differs. `which` is a condition on the rows
 * `club_members`, `whichWords` the same on `club_member_words`.
 */
export function indexingSql(which: string, whichWords: string): { sort: string; words: string } {
  return {
    sort: `UPDATE club_members SET sort_name = ${SORT_NAME}, dob = members.dob FROM members
   WHERE ${which} AND members.client_id = club_members.client_id AND members.id = club_members.member_id
     AND (club_members.sort_name, club_members.dob) IS DISTINCT FROM (${SORT_NAME}, members.dob)`,
    words: `WITH found_by AS (
     SELECT DISTINCT club_members.client_id, club_members.club_id, left(word, 100) AS word, club_members.member_id
     FROM club_members
     JOIN members ON members.client_id = club_members.client_id AND members.id = club_members.member_id
     CROSS JOIN LATERAL folded_words(concat_ws(' ', members.firstname, members.lastname, members.ngo_id,
       (SELECT string_agg(concat_ws(' ', guardian.firstname, guardian.lastname, guardian.email), ' ')
        FROM guardians guardian
        WHERE guardian.client_id = members.client_id AND guardian.member_id = members.id))) word
     WHERE ${which}),
   forgotten AS (
     DELETE FROM club_member_words USING (
         SELECT client_id, club_id, word, member_id FROM club_member_words WHERE ${whichWords}
         EXCEPT SELECT client_id, club_id, word, member_id FROM found_by) gone
       WHERE club_member_words.client_id = gone.client_id AND club_member_words.club_id = gone.club_id
         AND club_member_words.word = gone.word AND club_member_words.member_id = gone.member_id
     RETURNING club_member_words.client_id)
   INSERT INTO club_member_words (client_id, club_id, word, member_id)
   SELECT client_id, club_id, word, member_id FROM found_by ON CONFLICT DO NOTHING RETURNING client_id`,
  }
}

const ofMembers = indexingSql(
  'club_members.client_id = $1 AND club_members.member_id = ANY($2::uuid[])',
  'client_id = $1 AND member_id = ANY($2::uuid[])',
)
const COPY_SORT_KEYS = tenantStatement('members/copy-sort-keys', ofMembers.sort)
const WRITE_WORDS = tenantStatement('members/write-words', ofMembers.words, { does: 'index-members' })

/**
 * Indexes members anew, after anything by which lists show or find them has changed: names, birthday, number, guardians,
 * clubs. A transaction that changes one of them is refused without it.
 */
export async function indexMembers(tx: Tx, memberIds: readonly string[]): Promise<void> {
  // sent together
  await Promise.all([execute(tx, COPY_SORT_KEYS, [memberIds]), execute(tx, WRITE_WORDS, [memberIds])])
}
