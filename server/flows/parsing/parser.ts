import { Refusal, type Code } from '#server/platform/http/errors.ts'
import type { ClubArchive } from '#server/flows/club-return/archive.ts'
import type { AskedMemberReading, MemberFile } from '#server/flows/imports/read-file.ts'
import { SandboxPool, TooMuchWork, type JobLimits } from '#server/platform/sandbox/pool.ts'
import type { SchemeFileJob, SchemeFileResults } from '#server/curriculum/deps.ts'

/** A file for a child process to parse, and what it is parsed as. */
export type Job =
  | SchemeFileJob
  | { as: 'members'; bytes: Uint8Array; asked?: AskedMemberReading }
  | { as: 'club'; bytes: Uint8Array }

interface Results extends SchemeFileResults {
  members: MemberFile
  club: ClubArchive
}

/** The reply of a child process: the parsed file, or why it is refused. */
export type Parsed = { value: unknown } | { refused: { code: Code; detail: string; field?: string } }

/** How many child processes run at most. Each may use as much memory as `LIMITS` says. */
const MAX_PROCESSES = 2
/** Enough for a scheme of 50,000 nodes whose texts are cleaned, which takes longest. */
const LIMITS: JobLimits = { cpuMs: 20_000, bytes: 1024 ** 3 }

const pool = new SandboxPool<Job, Parsed>(new URL('./parse.ts', import.meta.url), MAX_PROCESSES)

/** Parses an uploaded text file in a child process, so that it does not block the event loop. */
export async function parseUpload<J extends Job>(clientId: string, job: J): Promise<Results[J['as']]> {
  const parsed = await pool.run(clientId, job, LIMITS).catch((error: unknown) => {
    if (error instanceof TooMuchWork)
      throw new Refusal('CSV_TOO_LONG', {
        // a file of members and an archive are the whole body of their request; a scheme's file is the field `text` of the body
        ...(job.as === 'members' || job.as === 'club' ? {} : { field: 'text' }),
        detail: `time or memory: more than ${LIMITS.cpuMs / 1000} seconds or 1 GB`,
        cause: error,
      })
    throw error
  })
  if ('refused' in parsed) throw new Refusal(parsed.refused.code, parsed.refused)
  return parsed.value as Results[J['as']]
}
