import type { OutgoingHttpHeaders } from 'node:http'
import { Compile } from 'typebox/schema'
import { operationsOf, type JsonSchema, type OpenApi, type Operation } from '#server/platform/docs/open-api.ts'

export interface Answer {
  statusCode: number
  headers: OutgoingHttpHeaders
  body: string
}

/** The schema with all objects closed, so that an answer may hold no field that the contract does not name. */
function closeObjects(schema: JsonSchema): JsonSchema {
  const { anyOf, items, properties } = schema
  const closed = { ...schema }
  if (anyOf) closed.anyOf = anyOf.map(closeObjects)
  if (items) closed.items = Array.isArray(items) ? items.map(closeObjects) : closeObjects(items)
  if (properties) {
    const entries = Object.entries(properties).map(([name, property]) => [name, closeObjects(property)])
    closed.properties = Object.fromEntries(entries)
    closed.additionalProperties ??= false
  }
  return closed
}

/** The OpenAPI document as a contract: finds the operation of a request, and checks its answer against the schema. */
export class Contract {
  readonly operations: readonly Operation[]
  readonly #paths: { match: RegExp; operation: Operation }[]
  readonly #checks = new Map<JsonSchema, ReturnType<typeof Compile>>()

  constructor(document: OpenApi) {
    this.operations = operationsOf(document)
    // Fixed paths come before those with parameters, because the first match counts; `~` sorts last.
    const sortKey = ({ path }: Operation) => path.replaceAll(/\{[^}]+\}/g, '~')
    this.#paths = this.operations
      .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
      .map((operation) => ({
        operation,
        match: new RegExp(`^${operation.path.replaceAll('{*}', '.+').replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`),
      }))
  }

  /** The operation of a request; undefined when the contract has none. */
  operation(method: string, url: string): Operation | undefined {
    const path = url.split('?')[0] ?? ''
    return this.#paths.find(({ operation, match }) => operation.method === method && match.test(path))?.operation
  }

  /** The faults of an answer; empty when it conforms to the contract. */
  faults(operation: Operation, { statusCode, headers, body }: Answer): string[] {
    const { responses } = operation
    const response = responses[String(statusCode)] ?? responses[`${Math.floor(statusCode / 100)}XX`]
    if (!response) return [`status ${statusCode} is not among the answers`]
    const type = headers['content-type']?.toString() ?? ''
    const schema = Object.values(response.content ?? {})[0]?.schema
    // A file or text has no schema to check against. It must not be empty, unless the contract says text or no body.
    if (!/json/.test(type)) {
      if (statusCode >= 400) return [`status ${statusCode} without a problem: ${type} ${body.slice(0, 80)}`]
      return schema && schema.type !== 'null' && schema.type !== 'string' && body === '' ? ['no body'] : []
    }
    if (statusCode >= 400 && !type.startsWith('application/problem+json')) return [`a problem as ${type}`]
    if (!schema) return []
    let check = this.#checks.get(schema)
    if (!check) this.#checks.set(schema, (check = Compile(closeObjects(schema))))
    const value: unknown = JSON.parse(body)
    if (check.Check(value)) return []
    const [, errors] = check.Errors(value)
    return errors.slice(0, 3).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  }
}
