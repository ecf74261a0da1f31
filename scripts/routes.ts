// `npm run routes` writes web/api/routes.ts: query, body and reply of every route, by method and path, as types of the
// contract. The schemas with which the server registers its routes lead to the names under which the contract exports
// them. With `--check` it writes nothing, and fails when the file is not what it would write.
import { subscribe } from 'node:diagnostics_channel'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createApp } from '../server/app.ts'

const FILE = 'web/api/routes.ts'
const PREFIX = '/v1'

/** The part of a schema that is read here. */
interface Schema {
  type?: string
  format?: string
  properties?: object
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

const fieldsOf = ({ properties = {} }: Schema = {}) => Object.keys(properties)

/** Where the contract exports a schema. */
interface Export {
  name: string
  file: string
}

/** The routes that the API documentation shows. They are registered without a database, which no route asks then. */
async function registeredRoutes(): Promise<RouteOptions[]> {
  const routes: RouteOptions[] = []
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void routes.push(route))
  })
  const unused = {} as never
  const app = await createApp({
    db: unused,
    curricula: unused,
    tokens: { onSessionsForgotten: () => undefined } as never,
    hub: { close: () => undefined } as never,
    announce: unused,
    addresses: unused,
    providers: unused,
    files: unused,
    secrets: unused,
    pepper: unused,
  })
  await app.close()
  const isShown = (schema: object = {}) => !('hide' in schema)
  return routes.filter(({ url, method, schema }) => url.startsWith(PREFIX) && method !== 'HEAD' && isShown(schema))
}

/** All exported schemas of the contract. A copy, made by `Type.Unsafe`, is found by what it shares with the original. */
async function contractExports(): Promise<Map<unknown, Export>> {
  const originals: [unknown, Export][] = []
  const parts: [unknown, Export][] = []
  const files = globSync('contract/**/*.ts', { exclude: ['**/*.test.ts', '**/*.test-d.ts'] })
  for (const file of files.toSorted()) {
    const exported = (await import(`../${file}`)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value !== 'object' || value === null || !('~kind' in value)) continue
      const { properties, anyOf } = value as Schema
      originals.push([value, { name, file: `#${file}` }])
      for (const part of [properties, anyOf]) if (part) parts.push([part, { name, file: `#${file}` }])
    }
  }
  return new Map([...parts, ...originals])
}

const exports = await contractExports()
/** The names to import, by file. */
const imports = new Map<string, Set<string>>()

/** The TypeScript type of a schema. Refuses an object that the contract does not export. */
function typeOf(schema: Schema, route: string): string {
  const found = exports.get(schema) ?? exports.get(schema.properties) ?? exports.get(schema.anyOf)
  if (found) {
    imports.set(found.file, (imports.get(found.file) ?? new Set()).add(found.name))
    return `Static<typeof ${found.name}>`
  }
  if (schema.type === 'null') return 'undefined'
  if (schema.type === 'string') return schema.format === 'binary' ? 'Blob' : 'string'
  if (schema.items) return `${typeOf(schema.items, route)}[]`
  if (schema.anyOf) return schema.anyOf.map((part) => typeOf(part, route)).join(' | ')
  if (fieldsOf(schema).length > 0) throw new Error(`${route}: the contract exports no ${fieldsOf(schema).join(', ')}`)
  return schema.type === 'object' ? 'object' : 'unknown'
}

/** The part of a route's schemas that is read here. */
interface RouteSchemas {
  querystring?: Schema
  headers?: Schema
  body?: Schema
  /** The media types of a body that is no JSON. */
  consumes?: string[]
  response?: Record<string, Schema>
}

/** A route as a property of the interface. */
function propertyOf({ method, url, schema }: RouteOptions): { path: string; text: string } {
  const { querystring, headers, body, consumes, response = {} } = (schema ?? {}) as RouteSchemas
  const path = url.slice(PREFIX.length).replaceAll(/:[^/]+/g, ':')
  const route = `${method.toString()} ${path}`
  // of several successful replies each type once
  const replies = Object.entries(response).flatMap(([status, reply]) =>
    status.startsWith('2') ? typeOf(reply, route).split(' | ') : [],
  )
  const fields = [
    ...(querystring && fieldsOf(querystring).length > 0 ? [`query: ${typeOf(querystring, route)}`] : []),
    ...(body ? [`body: ${typeOf(body, route)}`] : []),
    ...(consumes ? ['body: Blob'] : []),
    ...(fieldsOf(headers).includes('if-match')
      ? [`ifMatch: ${headers?.required ? 'string' : 'string | undefined'}`]
      : []),
    `reply: ${[...new Set(replies)].join(' | ')}`,
  ]
  return {
    path,
    text: [`  '${route}': {`, ...fields.map((field) => `    ${field}`), '  }'].join('\n'),
  }
}

/** An import of types, broken into lines where it is long, as the formatter does. */
function importOf(file: string, names: string[]): string {
  const line = `import type { ${names.join(', ')} } from '${file}'`
  return line.length <= 120 ? line : `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '${file}'`
}

const routes = (await registeredRoutes())
  .map(propertyOf)
  .toSorted((a, b) => (`${a.path} ${a.text}` < `${b.path} ${b.text}` ? -1 : 1))
const page = [
  '// Written by `npm run routes` from the routes of the server; do not edit it by hand.',
  "import type { Static } from 'typebox'",
  ...[...imports]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, names]) => importOf(file, [...names].toSorted())),
  '',
  '/** All routes of the API by method and path, which has `:` in place of every parameter. */',
  'export interface Routes {',
  ...routes.map(({ text }) => text),
  '}',
  '',
].join('\n')

if (!process.argv.includes('--check')) writeFileSync(FILE, page)
else if (readFileSync(FILE, 'utf8') !== page) {
  console.error(`${FILE} is not what the server's routes say: npm run routes`)
  process.exitCode = 1
}
