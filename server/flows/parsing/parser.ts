import { Refusal, type Code } from '#server/platform/http/errors.ts'
import type { MemberFile } from '#server/flows/imports/read-file.ts'
import { SandboxPool, TooMuchWork, type Limits } from '#server/platform/sandbox/pool.ts'
import type { SchemeFileJob, SchemeFileResults } from '#server/curriculum/deps.ts'

export type Job = SchemeFileJob | { as: 'members'; bytes: Uint8Array }

interface Results extends SchemeFileResults {
  members: MemberFile
}

export type Parsed = { value: unknown } | { refused: { code: Code; detail: string; field?: string } }

const MOST_CHILDREN = 2
/** A scheme of 50,000 nodes, whose texts are cleaned, takes longest. */
const LIMITS: Limits = { cpuMs: 20_000, bytes: 1024 ** 3 }

const pool = new SandboxPool<Job, Parsed>(new URL('./parse.ts', import.meta.url), MOST_CHILDREN)

/** Reads an uploaded file of text beside the event loop. */
export async function parseUpload<J extends Job>(clientId: string, job: J): Promise<Results[J['as']]> {
  const parsed = await pool.run(clientId, job, LIMITS).catch((error: unknown) => {
    if (error instanceof TooMuchWork)
      throw new Refusal('CSV_TOO_LONG', {
        ...(job.as === 'members' ? {} : { field: 'text' }),
        detail: `time or memory: more than ${LIMITS.cpuMs / 1000} seconds or 1 GB`,
        cause: error,
      })
    throw error
  })
  if ('refused' in parsed) throw new Refusal(parsed.refused.code, parsed.refused)
  return parsed.value as Results[J['as']]
}
