import type { Routes } from './routes.ts'

/** The types of a call, which follow from its method and path. Nothing of this file is left in the built portals. */

export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Method = 'GET' | WriteMethod

/** A part of a path between slashes, as `Routes` writes it: `:` where the call puts in a value. */
type Segment<Part extends string> = string extends Part ? ':' : Part

/** A path as `Routes` writes it: `/groups/:/members` for `/groups/${id}/members`. */
type Written<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? `${Segment<Part>}/${Written<Rest>}`
  : Segment<Path>

/** All routes that a path could mean, where values are put in of which TypeScript knows more than that they are texts. */
type Possible<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? `${Segment<Part> | ':'}/${Possible<Rest>}`
  : Segment<Path> | ':'

/** The key of a call in `Routes`; never where there is no such route. A route that names a segment comes first. */
type KeyOf<M extends Method, Path extends string> = Path extends string
  ? `${M} ${Written<Path>}` extends keyof Routes
    ? `${M} ${Written<Path>}`
    : Extract<`${M} ${Possible<Path>}`, keyof Routes>
  : never

type RouteOf<M extends Method, Path extends string> = Routes[KeyOf<M, Path>]

/** The path itself where the API has a route for it; else a text that TypeScript shows. */
export type PathTo<M extends Method, Path extends string> = Path extends string
  ? [KeyOf<M, Path>] extends [never]
    ? `the API has no ${M} ${Path}`
    : Path
  : never

/** A value as it may be given to a call: what is undefined is not sent, and arrays may be read-only. */
type Given<Value> = Value extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : Value extends object
    ? GivenFields<Value>
    : Value

type GivenFields<Fields> = {
  readonly [Name in keyof Fields]: Given<Fields[Name]> | (object extends Pick<Fields, Name> ? undefined : never)
}

/** The query of a route; a parameter that is undefined is left out. */
export type QueryOf<M extends Method, Path extends string> =
  RouteOf<M, Path> extends { query: infer Query } ? GivenFields<Query> : Readonly<Record<string, undefined>>

export type BodyOf<M extends Method, Path extends string> =
  RouteOf<M, Path> extends { body: infer Body } ? Given<Body> : undefined

export type ReplyOf<M extends Method, Path extends string> = RouteOf<M, Path>['reply']

/** A row of a list. */
export type RowOf<Path extends string> = ReplyOf<'GET', Path> extends readonly (infer Row)[] ? Row : never

interface ReadOptions<Path extends string> {
  query?: QueryOf<'GET', Path>
  signal?: AbortSignal | undefined
}

/** The last argument of a read; it may be left out where the route requires no query. */
export type ReadArgs<Path extends string> =
  Readonly<Record<never, never>> extends QueryOf<'GET', Path>
    ? [options?: ReadOptions<Path>]
    : [options: ReadOptions<Path> & { query: QueryOf<'GET', Path> }]

/** What a write sends: the body, and the revision that it changes where the route reads one (`If-Match`). */
export type WriteArgs<M extends Method, Path extends string> = [KeyOf<M, Path>] extends [never]
  ? [body?: unknown, ifMatch?: string]
  : RouteOf<M, Path> extends { ifMatch: infer IfMatch }
    ? undefined extends IfMatch
      ? [body: BodyOf<M, Path>, ifMatch?: string]
      : [body: BodyOf<M, Path>, ifMatch: string]
    : RouteOf<M, Path> extends { body: unknown }
      ? [body: BodyOf<M, Path>]
      : []
