import type { Impact } from '#contract/curriculum/authoring.ts'
import type { SchemeFile } from '#domain/curriculum/transfer/scheme-file.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Curricula } from './schemes/curriculum.ts'
import type { Author, OutlineRows, ReadScheme } from './schemes/read-file.ts'

/** Reads which levels members would gain or lose if a scheme's rules were `next` instead of `current`. */
export type ReadImpact = (tx: Tx, schemeId: string, current: Scheme, next: Scheme) => Promise<Impact>

/** An uploaded file that a child process reads; `as` says what it is read as. */
export type SchemeFileJob =
  /** The file becomes a new scheme: a scheme file, or an outline in CSV. */
  | { as: 'scheme'; text: string; author: Author }
  | { as: 'outline'; text: string; name: string; author: Author }
  /** The file is imported into an existing scheme. */
  | { as: 'scheme-file'; text: string }
  | { as: 'outline-rows'; text: string }

/** What each kind of job returns. */
export interface SchemeFileResults {
  scheme: ReadScheme
  outline: ReadScheme
  'scheme-file': SchemeFile
  'outline-rows': OutlineRows
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
