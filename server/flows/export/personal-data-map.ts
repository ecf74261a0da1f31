/**
 * The rows of a table that are held about a person. In the SQL of all fields `r` is the row; in `where` the person is
 * `$2` for a user, and `m` for a member.
 */
interface PersonalData {
  table: string
  where: string
  order: string
  /** Columns that are left out: keys to the account, and copies of other columns. */
  without?: readonly string[]
  /** SQL of the club that noted the row for itself; absent when it belongs to all clubs. */
  club?: string
}

/** All tables with data about a user. */
export const personalDataOfUser: readonly PersonalData[] = [
  { table: 'users', where: 'r.id = $2', order: 'r.id', without: ['password_hash', 'sort_name', 'words'] },
  { table: 'user_clubs', where: 'r.user_id = $2', order: 'r.from_date' },
  { table: 'identities', where: 'r.user_id = $2', order: 'r.provider' },
  { table: 'member_links', where: 'r.user_id = $2', order: 'r.linked_at' },
  { table: 'invited_links', where: 'r.user_id = $2', order: 'r.member_id' },
  { table: 'group_coaches', where: 'r.user_id = $2', order: 'r.from_date' },
  { table: 'session_covers', where: 'r.user_id = $2', order: 'r.date' },
  { table: 'lesson_plan_shares', where: 'r.user_id = $2', order: 'r.plan_id' },
  { table: 'lesson_plans', where: 'r.owner_id = $2', order: 'r.id' },
  { table: 'document_reads', where: 'r.user_id = $2', order: 'r.document_id' },
  {
    table: 'refresh_sessions',
    where: 'r.user_id = $2 OR r.original_user_id = $2',
    order: 'r.opened_at',
    without: ['id', 'family', 'device_hash'],
  },
  { table: 'mails', where: 'r.user_id = $2', order: 'r.created_at', without: ['written'] },
  { table: 'password_links', where: 'r.user_id = $2', order: 'r.expires_at', without: ['token_hash'] },
  { table: 'email_changes', where: 'r.user_id = $2', order: 'r.asked_at', without: ['token_hashes'] },
  { table: 'second_factors', where: 'r.user_id = $2', order: 'r.confirmed_at', without: ['secret'] },
  {
    table: 'api_tokens',
    where: 'r.user_id = $2',
    order: 'r.created_at',
    without: ['hash', 'previous_hash'],
  },
  { table: 'user_pins', where: 'r.user_id = $2', order: 'r.user_id', without: ['pin_hash'] },
  { table: 'audit_log', where: 'r.user_id = $2 OR r.acting_as = $2', order: 'r.id' },
]

/** Tables with a user's id but no data about the user, with the reason. A test compares the lists with the database. */
export const tablesNotAboutUser: Readonly<Record<string, string>> = {
  recovery_codes: 'keys to the account',
  text_keys: 'keys to the account',
  member_imports: 'which file of members the user uploaded, as in the audit log',
  member_merges: 'data about members, exported with them',
  separate_members: 'data about members, exported with them',
  change_sets: 'who changed members, as in the audit log',
  change_set_links: 'which children the user was invited to follow, exported with the links themselves',
  club_tasks: 'which long work the user began, as in the audit log, for at most a week',
  term_applications: 'copied into change_sets',
  term_decisions: 'data about members, exported with them',
  scheme_edits: 'the content of a scheme, by author',
  working_copy_edits: 'the content of a scheme, by author',
  linked_updates: 'the content of a scheme, by the author who took it over',
  requests: 'responses of the last day, stored so that a repeated request changes nothing',
}

/** SQL: the id of the club to which row `r` belongs by its group. */
const clubOfGroup =
  '(SELECT groups.club_id FROM groups WHERE groups.client_id = r.client_id AND groups.id = r.group_id)'

/** All tables with data about a member. */
export const personalDataOfMember: readonly PersonalData[] = [
  { table: 'members', where: 'r.id = m.id', order: 'r.id', without: ['sort_name'] },
  { table: 'member_names', where: 'r.member_id = m.id', order: 'r.firstname, r.lastname' },
  { table: 'club_members', where: 'r.member_id = m.id', order: 'r.club_id', club: 'r.club_id' },
  { table: 'guests', where: 'r.member_id = m.id', order: 'r.from_date', club: 'r.club_id' },
  { table: 'guardians', where: 'r.member_id = m.id', order: 'r.position' },
  { table: 'roster_members', where: 'r.member_id = m.id', order: 'r.subject' },
  { table: 'group_members', where: 'r.member_id = m.id', order: 'r.from_date', club: clubOfGroup },
  { table: 'term_decisions', where: 'r.member_id = m.id', order: 'r.group_id', club: 'r.club_id' },
  { table: 'change_set_stays', where: 'r.member_id = m.id', order: 'r.group_id', club: clubOfGroup },
  { table: 'change_set_places', where: 'r.member_id = m.id', order: 'r.from_date', club: clubOfGroup },
  {
    table: 'change_set_members',
    where: 'r.member_id = m.id',
    order: 'r.change_set_id',
    club: `(SELECT changed.club_id FROM change_sets changed
      WHERE changed.client_id = r.client_id AND changed.id = r.change_set_id)`,
  },
  { table: 'assessments', where: 'r.member_id = m.id', order: 'r.ts' },
  { table: 'results', where: 'r.member_id = m.id', order: 'r.ts' },
  { table: 'progress', where: 'r.member_id = m.id', order: 'r.node_id' },
  { table: 'awards', where: 'r.member_id = m.id', order: 'r.completed_ts' },
  { table: 'conflicts', where: 'r.member_id = m.id', order: 'r.node_id' },
  { table: 'member_merges', where: 'r.kept_id = m.id OR r.merged_id = m.id', order: 'r.at', club: 'r.club_id' },
  { table: 'separate_members', where: 'r.one_id = m.id OR r.other_id = m.id', order: 'r.at', club: 'r.club_id' },
  { table: 'registers', where: 'r.member_id = m.id', order: 'r.ts', club: 'r.club_id' },
  {
    table: 'register_edits',
    where: `EXISTS (SELECT FROM registers register
      WHERE register.client_id = r.client_id AND register.lane = r.lane AND register.member_id = m.id)`,
    order: 'r.ts',
    club: `(SELECT register.club_id FROM registers register
      WHERE register.client_id = r.client_id AND register.lane = r.lane)`,
  },
]

/** Tables with a member's id but no data about the member, with the reason. */
export const tablesNotAboutMember: Readonly<Record<string, string>> = {
  roster_guardians: 'data about other adults who look after the child',
  member_links: 'data about the users who follow the child',
  invited_links: 'data about the users who were invited',
  change_set_links: 'data about the users who were invited',
  term_places: 'copied into change_set_places',
  term_stays: 'copied into change_set_stays',
  member_import_rows: 'the number of a row in a file, whose contents are deleted',
  member_schemes: 'which revision of a scheme was evaluated',
  club_member_words: 'the names again, in the form that the search needs',
  changes: 'that something changed, not what',
}

/**
 * SQL of the rows of a table of the client `$1` that are about the person and fulfil a further condition, as one JSON
 * value.
 */
export function rowsJson({ table, where, order, without = [] }: PersonalData, condition = 'true'): string {
  const row = ['client_id', ...without].reduce((json, column) => `${json} - '${column}'`, 'to_jsonb(r)')
  return `coalesce((SELECT jsonb_agg(${row} ORDER BY ${order}) FROM ${table} r
    WHERE r.client_id = $1 AND (${where}) AND ${condition}), '[]')`
}
