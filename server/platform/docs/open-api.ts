/** The part of JSON Schema that our OpenAPI document uses. */
export interface JsonSchema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object'
  description?: string
  anyOf?: JsonSchema[]
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  /** One schema for all items, or for a tuple a list with one schema per position. */
  items?: JsonSchema | JsonSchema[]
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

interface Content {
  description?: string
  content?: Record<string, { schema?: JsonSchema; example?: unknown }>
}

/** The part of an OpenAPI document that we read. */
export interface OpenApi {
  openapi: string
  info: { version: string; title: string }
  paths: Record<
    string,
    Record<
      string,
      {
        summary?: string
        description?: string
        tags?: string[]
        security?: unknown
        parameters?: { name: string; in: 'query' | 'path' | 'header'; required?: boolean; schema: JsonSchema }[]
        requestBody?: Content
        responses: Record<string, Content>
      }
    >
  >
}

export type Operation = OpenApi['paths'][string][string] & { method: string; path: string }

/** All operations of the document, each with its method and path. */
export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}
