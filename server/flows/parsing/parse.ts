// The program of the child processes. Uploaded text files are parsed only here.
import { readClubArchive } from '#server/flows/club-return/archive.ts'
import { readMemberFile } from '#server/flows/imports/read-file.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { serveJobs } from '#server/platform/sandbox/serve.ts'
import { parseFile, readNewScheme } from '#server/curriculum/transfer/read-file.ts'
import type { Job, Parsed } from './parser.ts'

function read(job: Job): unknown {
  switch (job.as) {
    case 'members':
      return readMemberFile(job.bytes, job.asked)
    case 'club':
      return readClubArchive(job.bytes)
    case 'scheme':
      return readNewScheme(job.file, job.author)
    case 'scheme-part':
      return parseFile(job.file)
  }
}

serveJobs(async (job: Job): Promise<Parsed> => {
  try {
    return { value: await read(job) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, detail, field } = error
    return { refused: { code, detail, ...(field === undefined ? {} : { field }) } }
  }
})
