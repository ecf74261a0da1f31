import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { JsonSchema, Operation } from '#server/platform/docs/open-api.ts'
import { hostileValue, validValues, type KnownIds } from './values.ts'

export interface TestRequest {
  method: NonNullable<InjectOptions['method']>
  url: string
  headers: Record<string, string>
  /** The body as it is sent; undefined when there is none. */
  payload: string | undefined
}

const bodyOf = ({ requestBody }: Operation): JsonSchema | undefined =>
  requestBody?.content?.['application/json']?.schema

/** A value as text without lone surrogates, on which `encodeURIComponent` throws. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()

/** A URL with these parameters. An empty part of the path becomes `x`, because without it another route is called. */
function urlOf(
  path: string,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const encoded = (value: unknown) => encodeURIComponent(textOf(value))
  const pathname = path
    .replace(/\{\*\}/, () => textOf(params['*']).split('/').filter(Boolean).map(encoded).join('/') || 'x')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(params[name]) || 'x')
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => `${encodeURIComponent(name)}=${encoded(item)}`),
  )
  return pairs.length === 0 ? pathname : `${pathname}?${pairs.join('&')}`
}

/** Valid values of the parameters of one kind. */
function parametersIn(
  operation: Operation,
  location: 'query' | 'path' | 'header',
  ids: KnownIds,
): fc.Arbitrary<Record<string, unknown>> {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === location)
  const fields = Object.fromEntries(
    parameters.map(({ name, schema }) => [
      name,
      // a path's ids may be any text, of which a random one never gets past the look-up
      location === 'path' && schema.type === 'string' && schema.pattern === undefined
        ? fc.oneof(
            { weight: 9, arbitrary: fc.constantFrom(...(/slug/i.test(name) ? ids.slugs : ids.uuids)) },
            { weight: 1, arbitrary: validValues(schema, ids) },
          )
        : validValues(schema, ids),
    ]),
  )
  const required = parameters
    .filter((parameter) => parameter.required === true || location === 'path')
    .map((parameter) => parameter.name)
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true })
}

/** The node id at the end of a path with a wildcard. */
function nodeParam(operation: Operation, ids: KnownIds): fc.Arbitrary<Record<string, unknown>> {
  return operation.path.includes('{*}')
    ? fc.record({ '*': fc.constantFrom(...ids.nodes) }, { noNullPrototype: true })
    : fc.constant({})
}

/** Requests that the contract allows. */
export function validRequest(operation: Operation, ids: KnownIds): fc.Arbitrary<TestRequest> {
  const schema = bodyOf(operation)
  const body = schema ? validValues(schema, ids) : fc.constant(undefined)
  return fc
    .tuple(
      parametersIn(operation, 'path', ids),
      nodeParam(operation, ids),
      parametersIn(operation, 'query', ids),
      parametersIn(operation, 'header', ids),
      body,
    )
    .map(([params, node, query, header, payload]) => ({
      method: operation.method as TestRequest['method'],
      url: urlOf(operation.path, { ...params, ...node }, query),
      headers: {
        ...Object.fromEntries(Object.entries(header).map(([name, value]) => [name, String(value)])),
        ...(schema ? { 'content-type': 'application/json' } : {}),
      },
      payload: schema ? JSON.stringify(payload) : undefined,
    }))
}

/**
 * Puts `value` somewhere into a JSON value: at an existing key or index, at a new key, or in place of the whole value.
 * Each number of `path` chooses a key or index of one level.
 */
function withValueAt(json: unknown, value: unknown, path: readonly number[]): unknown {
  const [choice = 0, ...rest] = path
  if (path.length === 0 || typeof json !== 'object' || json === null) return value
  if (Array.isArray(json))
    return json.length === 0
      ? [value]
      : json.map((item, k) => (k === choice % json.length ? withValueAt(item, value, rest) : item))
  const keys = Object.keys(json)
  // one choice more than there are keys: the last one stands for a new key
  const key = keys[choice % (keys.length + 1)]
  if (key === undefined) return { ...json, unknown: value }
  return { ...json, [key]: withValueAt((json as Record<string, unknown>)[key], value, rest) }
}

/** A change that breaks a request. */
type Mutation = (sent: TestRequest) => TestRequest

/** Changes of the body: a hostile value in it, another text in its place, or another content type. */
const bodyMutations: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(hostileValue, fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }))
      .map(([value, path]): Mutation => (sent) => ({
        ...sent,
        payload: JSON.stringify(withValueAt(JSON.parse(sent.payload ?? 'null'), value, path)),
      })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        '',
        '{',
        'null',
        '[]',
        '"x"',
        '{"a":1,"a":2}',
        '{"__proto__":{"admin":true}}',
        '{"constructor":{"prototype":{"x":1}}}',
        `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
        `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
        '\ufeff{}',
        'a=1&b=2',
      )
      .map((payload): Mutation => (sent) => ({ ...sent, payload })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=utf-7', '')
      .map((type): Mutation => (sent) => ({ ...sent, headers: { ...sent.headers, 'content-type': type } })),
  },
)

/** A value as a part of a URL, not too long for a request line. */
const urlTextOf = (value: unknown) => encodeURIComponent(textOf(value)).slice(0, 4_000)

/** Changes of the URL or the headers: a hostile part of the path, a doubled query parameter, an odd header. */
const urlMutations: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(hostileValue, fc.nat(5)).map(([value, choice]): Mutation => (sent) => {
    const text = urlTextOf(value)
    const [path = '', query = ''] = sent.url.split('?')
    const segments = path.split('/')
    // The first three segments (an empty one, `v1` and the resource) name the route and stay as they are.
    const index = 3 + (choice % Math.max(1, segments.length - 3))
    const changed = segments.length > 3 ? segments.map((segment, k) => (k === index ? text : segment)).join('/') : path
    return { ...sent, url: query === '' ? changed : `${changed}?${query}` }
  }),
  fc
    .tuple(fc.constantFrom('page', 'per_page', 'sort', 'search', 'with_groups', 'unknown', '__proto__'), hostileValue)
    .map(([name, value]): Mutation => (sent) => {
      const text = urlTextOf(value)
      return { ...sent, url: `${sent.url}${sent.url.includes('?') ? '&' : '?'}${name}=${text}&${name}=${text}` }
    }),
  fc.constantFrom('if-match', 'if-none-match', 'x-request-id', 'accept-language', 'accept').chain((name) =>
    fc.constantFrom('*', '"', 'W/"x"', 'x'.repeat(5_000), '\u00e9', '{}', ',,,').map((value): Mutation => (sent) => ({
      ...sent,
      headers: { ...sent.headers, [name]: value },
    })),
  ),
)

/** Requests near the contract that break it in one to three ways. */
export function brokenRequest(operation: Operation, ids: KnownIds): fc.Arbitrary<TestRequest> {
  const mutations = bodyOf(operation)
    ? fc.oneof({ weight: 3, arbitrary: bodyMutations }, { weight: 1, arbitrary: urlMutations })
    : urlMutations
  return fc
    .tuple(validRequest(operation, ids), fc.array(mutations, { minLength: 1, maxLength: 3 }))
    .map(([valid, chosenMutations]) =>
      chosenMutations.reduce((request, mutate) => {
        try {
          return mutate(request)
        } catch {
          // An earlier change made the body invalid JSON, so this change cannot parse it. The request is broken enough.
          return request
        }
      }, valid),
    )
}
