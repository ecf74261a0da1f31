import type { Impact } from '#contract/curriculum/authoring.ts'
import type { ImportIntoBody } from '#contract/curriculum/scheme-files.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Curricula } from './schemes/curriculum.ts'
import type { Author, NewSchemeFile, ParsedFile, ReadScheme } from './transfer/read-file.ts'

/** Reads which levels members would gain or lose if a scheme's rules were `next` instead of `current`. */
export type ReadImpact = (tx: Tx, schemeId: string, current: Scheme, next: Scheme) => Promise<Impact>

/** An uploaded file that a child process reads: as a new scheme, or to be imported into an existing one. */
export type SchemeFileJob =
  | { as: 'scheme'; file: NewSchemeFile; author: Author }
  | { as: 'scheme-part'; file: Pick<ImportIntoBody, 'format' | 'text' | 'reading' | 'sheet'> }

/** What each kind of job returns. */
export interface SchemeFileResults {
  scheme: ReadScheme
  'scheme-part': ParsedFile
}

/** Dependencies of routes that read compiled schemes. */
export interface CurriculumDeps extends Deps {
  curricula: Curricula
}

/**
 * Dependencies of the routes of schemes. Functions of subjects that this one must not import are passed in by `app.ts`.
 */
export interface SchemeDeps extends CurriculumDeps {
  readImpact: ReadImpact
  /** Reads an uploaded file in a child process, so that it does not block the event loop. */
  parseFile: <J extends SchemeFileJob>(clientId: string, job: J) => Promise<SchemeFileResults[J['as']]>
}
