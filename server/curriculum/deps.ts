import type { Impact } from '#contract/curriculum/authoring.ts'
import type { SchemeFile } from '#domain/curriculum/transfer/scheme-file.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Curricula } from './schemes/curriculum.ts'
import type { Author, OutlineRows, ReadScheme } from './schemes/read-file.ts'

/** Which levels members would gain or lose if a scheme's rules were `next` instead of `now`. */
export type ReadImpact = (tx: Tx, schemeId: string, now: Scheme, next: Scheme) => Promise<Impact>

/** How an uploaded file is to be read. */
export type SchemeFileJob =
  /** To become a new scheme. */
  | { as: 'scheme'; text: string; author: Author }
  | { as: 'outline'; text: string; name: string; author: Author }
  /** To go into a scheme that there is. */
  | { as: 'scheme-file'; text: string }
  | { as: 'outline-rows'; text: string }

export interface SchemeFileResults {
  scheme: ReadScheme
  outline: ReadScheme
  'scheme-file': SchemeFile
  'outline-rows': OutlineRows
}

/** With the compiled schemes, for routes that read them. */
export interface CurriculumDeps extends Deps {
  curricula: Curricula
}

/** What the routes of schemes work with besides. Functions of later subjects are parameters: `app.ts` passes them. */
export interface SchemeDeps extends CurriculumDeps {
  readImpact: ReadImpact
  /** Reads an uploaded file beside the event loop. */
  parseFile: <J extends SchemeFileJob>(clientId: string, job: J) => Promise<SchemeFileResults[J['as']]>
}
