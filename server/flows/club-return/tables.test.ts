import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import pg from 'pg'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** The files of an archive in which rows of a table come back; those of a whole client in brackets. */
const RETURNS: Readonly<Record<string, string>> = {
  assessments: 'marks.csv, guest-marks.csv',
  awards:
    'follow from the marks; levels.csv where they do not. Awards that ended, and when they were given, stay behind',
  client_languages: '(client.json)',
  client_translations: '(words/*.json)',
  clients: '(client.json) but for name, login and epoch',
  club_member_words: 'follow from the names',
  club_members: 'members.csv, but for who wrote the note and since when a child is inactive',
  clubs: '(clubs.csv), but for the headings of earlier imports; logo.*',
  document_clubs: '(documents.csv)',
  document_reads: '(document-reads.csv)',
  document_versions: '(document-versions.csv)',
  documents: '(documents.csv)',
  file_uses: 'follow from what uses the files',
  files: '(files.csv, files/*), but for those that nothing uses',
  group_coaches: 'group-coaches.csv',
  group_members: 'group-members.csv',
  groups: 'groups.csv',
  guardians: 'members.csv',
  guests: 'guests.csv',
  invited_links: 'parents.csv',
  label_sets: '(client.json)',
  lesson_plan_groups: 'lesson-plan-groups.csv',
  lesson_plan_shares: 'lesson-plan-shares.csv',
  lesson_plans: 'lesson-plans.csv',
  member_links: 'parents.csv, once the parent accepts the invitation',
  member_schemes: 'follow from the marks',
  members: 'members.csv, guests.csv',
  node_pass_grades: '(schemes/*.json) those of today; those of marks are known from the marks',
  notification_clubs: '(notifications.csv)',
  notifications: '(notifications.csv)',
  progress: 'follows from the marks',
  register_edits: 'registers.csv, the one that counts',
  registers: 'registers.csv',
  results: 'follow from the marks',
  scheme_grades: '(schemes/*.json)',
  scheme_nodes: '(schemes/*.json), but for deleted ones',
  scheme_sections: '(schemes/*.json)',
  scheme_videos: '(schemes/*.json)',
  schemes: '(schemes/*.json, client.json), but for deleted ones',
  session_covers: 'sessions.csv',
  session_exceptions: 'sessions.csv',
  tags: '(client.json)',
  terms: 'terms.csv',
  user_clubs: 'staff.csv',
  users: 'staff.csv, parents.csv (users.csv), without passwords',
}

/** Why a table stays behind. */
const STAYS: Readonly<Record<string, readonly string[]>> = {
  'a secret or a session: people log in anew': [
    'api_tokens',
    'identities',
    'identity_providers',
    'login_states',
    'password_links',
    'email_changes',
    'recovery_codes',
    'refresh_sessions',
    'second_factors',
    'text_keys',
    'tries',
    'user_pins',
  ],
  'the log of what was done there, which is not rewritten here': [
    'audit_log',
    'page_views',
    'mails',
    'member_names',
    'lesson_plan_edits',
    'scheme_edits',
    'scheme_grade_versions',
  ],
  'what can be undone there, or was imported there': [
    'change_set_links',
    'change_set_members',
    'change_set_places',
    'change_set_stays',
    'change_sets',
    'member_import_files',
    'member_import_rows',
    'member_imports',
    'member_merges',
    'scheme_imports',
    'term_applications',
    'term_places',
    'term_stays',
  ],
  'a question that is asked again: whether two records are one child, or two marks a conflict': [
    'separate_members',
    'conflicts',
  ],
  'a draft that was not applied': ['term_decisions', 'working_copies', 'working_copy_edits'],
  'the state of devices and of work in the background': [
    'changes',
    'club_counters',
    'club_tasks',
    'requests',
    'submitted_work',
    'sync_ops',
    'task_events',
    'tasks',
    'due_work',
  ],
  'shared between clients: an author subscribes or links anew': [
    'linked_updates',
    'mirrors',
    'published_files',
    'published_revisions',
    'published_schemes',
    'subscription_grants',
    'subscriptions',
  ],
  'owned by a course provider, whose roster brings it': [
    'roster_groups',
    'roster_guardians',
    'roster_members',
    'roster_rows',
  ],
  'of the installation': ['hostnames', 'installation', 'maintenance', 'schema_migrations', 'signing_keys'],
}

test('of each table somebody has decided whether an archive brings it back', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  )
  const decided = [...Object.keys(RETURNS), ...Object.values(STAYS).flat()]
  expect(decided.toSorted()).toEqual(rows.map(({ name }) => name))
})
