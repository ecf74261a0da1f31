import { localDate } from '#domain/platform/club-time.ts'
import { newMark } from '#server/assessment/sync/new-operation.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import type { SyncApi } from '#web/offline/sync-loop.ts'
import { callingAgain, CoachLogin, syncApiAt } from './device-api.ts'
import { CLIENT, type ProofClub } from './proof-club.ts'
import { between, seeded, type Random } from './random.ts'
import { report, type ProofOptions, type Report } from './report.ts'
import { withProofSetup } from './proof-setup.ts'

const WRITERS = 20
/** The time in which a change could be skipped is short; with several readers one of them is more likely to skip it. */
const READERS = 4
const CHANGES_A_ROUND = 1_000
/** A random grade from -1, which takes a mark back, to 3, which is a pass. */
const [MIN_GRADE, MAX_GRADE] = [-1, 3]
/** The most marks in one push; the server accepts no more. */
const MAX_BATCH = 50
const LEVELS = 20
const SKILLS = 10

/** A mark as a tablet sends it. */
function markOperation(club: ProofClub, member: string, nodeId: string, deviceId: string, seq: number, grade: number) {
  const ms = Date.now()
  return newMark(
    { club: club.id, author: club.coach, deviceId, seq, ms },
    {
      memberUuid: member,
      groupId: club.group,
      schemeSlug: 'swim',
      schemeNodeId: nodeId,
      assessmentGrade: grade,
      assessmentPassGrade: 3,
      assessmentDate: localDate(ms, 'Europe/London'),
    },
  )
}

/**
 * Marks `count` lanes of this writer's own members, each lane once. The batches have random sizes, so that the commits
 * of several writers overtake each other.
 */
async function writeMarks(api: SyncApi, club: ProofClub, writer: number, count: number, random: Random): Promise<void> {
  const ownMembers = club.members.filter((_, index) => index % WRITERS === writer)
  const deviceId = crypto.randomUUID()
  for (let written = 0; written < count;) {
    const size = Math.min(between(random, 1, MAX_BATCH), count - written)
    const operations = Array.from({ length: size }, (_, offset) => {
      const index = written + offset
      const member = ownMembers[index % ownMembers.length] ?? ''
      const nodeId = club.nodes[Math.floor(index / ownMembers.length)] ?? ''
      return markOperation(club, member, nodeId, deviceId, index + 1, between(random, MIN_GRADE, MAX_GRADE))
    })
    const { outcomes } = await api.push({ deviceId, operations })
    const notApplied = outcomes.find(({ outcome }) => outcome !== 'applied')
    if (notApplied || outcomes.length !== size)
      throw new Error(`writer ${writer}: ${notApplied?.outcome} ${notApplied?.code}`)
    written += size
  }
}

/**
 * Pulls pages until `finished` returns true and no page is left. Returns the last grade of each lane, whose key is the
 * member's id followed by the node's id.
 */
async function readGrades(api: SyncApi, club: ProofClub, finished: () => boolean) {
  const grades = new Map<string, number>()
  let [cursor, pages, rows] = ['', 0, 0]
  for (;;) {
    // asked before the page is requested: everything written until then must be on this page or a later one
    const isLast = finished()
    const page = await api.changes({ cursor, club_id: club.id })
    if (page.reload) throw new Error('the reader was told to load everything again')
    if (page.from !== cursor) throw new Error('a page that does not start from the cursor')
    for (const change of page.changes) {
      if (change.kind !== 'result' || !change.data) continue
      grades.set(change.data.memberUuid + change.data.nodeId, change.data.grade)
      rows++
    }
    pages++
    cursor = page.cursor
    if (isLast && !page.more) return { grades, pages, rows }
  }
}

/**
 * One round: 20 writers change 1,000 rows, while readers pull, each from its own cursor. Each lane is written once,
 * because a later change of a lane would hide that a reader has missed an earlier one.
 */
export async function proveCursor(options: ProofOptions): Promise<Report> {
  const changesPerWriter = (options.rounds * CHANGES_A_ROUND) / WRITERS
  // each writer marks all skills of its members, and has as many members as that takes
  const members = WRITERS * Math.ceil(changesPerWriter / (LEVELS * SKILLS))
  return report('cursor', options, (findings) =>
    withProofSetup({ members, levels: LEVELS, skills: SKILLS }, async ({ server, club, db }) => {
      const api = callingAgain(syncApiAt(server.port, new CoachLogin(server.port)))
      let writing = true
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        writeMarks(api, club, writer, changesPerWriter, seeded(options.seed + writer)),
      )
      const written = Promise.all(writers).finally(() => (writing = false))
      const reading = Array.from({ length: READERS }, () => readGrades(api, club, () => !writing))
      const [readers] = await Promise.all([Promise.all(reading), written])

      // what the readers know is compared with what the server has stored
      const { rows } = await inTenant(db, CLIENT, 'read', (tx) =>
        tx.query<{ lane: string; grade: number }>('SELECT member_id || node_id AS lane, grade FROM results'),
      )
      const missed = readers.flatMap(({ grades }) =>
        rows.filter(({ lane, grade }) => grades.get(lane) !== grade).map(({ lane }) => lane),
      )
      Object.assign(findings.figures, {
        changes: rows.length,
        'pages the readers read': readers.reduce((sum, { pages }) => sum + pages, 0),
        missed: missed.length,
      })
      const writtenCount = changesPerWriter * WRITERS
      if (rows.length !== writtenCount) findings.faults.push(`${writtenCount} written, ${rows.length} stored`)
      if (missed.length > 0) findings.faults.push(`missed: ${missed.length}, ${missed.slice(0, 5).join(', ')}`)
    }),
  )
}
