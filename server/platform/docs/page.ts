import { codes } from '#server/platform/http/errors.ts'
import { operationsOf, type JsonSchema, type OpenApi, type Operation } from './open-api.ts'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A schema in the notation of a TypeScript type. */
function typeOf(schema: JsonSchema, indent = ''): string {
  if (schema.anyOf) return schema.anyOf.map((option) => typeOf(option, indent)).join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  switch (schema.type) {
    case 'array': {
      if (Array.isArray(schema.items)) return `[${schema.items.map((element) => typeOf(element, indent)).join(', ')}]`
      const item = typeOf(schema.items ?? {}, indent)
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`
    }
    case 'object': {
      const inner = `${indent}  `
      const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
        const optional = schema.required?.includes(name) === true ? '' : '?'
        const comment = property.description === undefined ? '' : `  // ${property.description}`
        return `${inner}${name}${optional}: ${typeOf(property, inner)}${comment}`
      })
      if (fields.length > 0) return `{\n${fields.join('\n')}\n${indent}}`
      return typeof schema.additionalProperties === 'object'
        ? `{ [name]: ${typeOf(schema.additionalProperties, indent)} }`
        : '{}'
    }
    case 'integer':
      return 'integer'
    case undefined:
      return 'any'
    default:
      return schema.type
  }
}

/** The id by which a link leads to an operation. */
function anchor({ method, path }: Operation): string {
  return `${method}${path}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

function schemaHtml(title: string, schema: JsonSchema | undefined, example?: unknown): string {
  if (!schema) return ''
  const shown =
    example === undefined ? '' : `<pre class="example">${escapeHtml(JSON.stringify(example, null, 2))}</pre>`
  return `<h4>${escapeHtml(title)}</h4><pre>${escapeHtml(typeOf(schema))}</pre>${shown}`
}

function operationHtml(operation: Operation): string {
  const { method, path, parameters = [], requestBody, responses } = operation
  const parameterRows = parameters.map(
    ({ name, in: location, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required === true ? '' : ' (optional)'}</td><td>${location}</td><td><code>${escapeHtml(typeOf(schema))}</code></td></tr>`,
  )
  const body = Object.entries(requestBody?.content ?? {})[0]
  // without the common refusals, `4XX` and `5XX`, whose codes have a list of their own
  const answers = Object.entries(responses).filter(([status]) => !status.endsWith('XX'))
  return `<details id="${anchor(operation)}"><summary><b>${method}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')}</summary>
${operation.description === undefined ? '' : `<p>${escapeHtml(operation.description)}</p>`}
<p>${operation.security ? 'Wants <code>Authorization: Bearer</code>.' : 'Open to everybody.'}</p>
${
  parameters.length === 0
    ? ''
    : `<h4>Parameters</h4><table><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th></tr>${parameterRows.join('')}</table>`
}
${body ? schemaHtml(`Body, ${body[0]}`, body[1].schema, body[1].example) : ''}
${answers.map(([status, { content = {} }]) => schemaHtml(`Answer ${status}`, Object.values(content)[0]?.schema ?? { type: 'null' })).join('')}
</details>`
}

/**
 * The API documentation as an HTML page: every call by its resource, and every error code. It has no scripts, so the
 * content security policy needs no exception.
 */
export function docsPage(document: OpenApi): string {
  const byTag = Map.groupBy(operationsOf(document), (operation) => operation.tags?.[0] ?? '')
  const sections = [...byTag]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([tag, operations]) =>
        `<section><h2 id="${tag}">${escapeHtml(tag)}</h2>${operations.map(operationHtml).join('\n')}</section>`,
    )
  const errors = Object.entries(codes).map(
    ([code, [status, title]]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rungs API ${escapeHtml(document.info.version)}</title><link rel="stylesheet" href="/v1/docs.css"></head>
<body><main><h1>Rungs API ${escapeHtml(document.info.version)}</h1>
<p>All calls stand under <code>/v1</code> of a portal’s host. Machines read <a href="/v1/openapi.json">openapi.json</a>. A refusal is a problem (RFC 9457) with one of the <a href="#errors">codes</a> below. Lists take <code>page</code> from 0, <code>per_page</code>, <code>sort</code> (<code>a</code> or <code>d</code> and a field) and <code>search</code>, and say how many there are in <code>X-Total-Count</code>. A write that carries <code>X-Request-Id</code> is done once, however often it comes within a day.</p>
<nav aria-label="Resources">${[...byTag.keys()]
    .toSorted()
    .map((tag) => `<a href="#${tag}">${escapeHtml(tag)}</a>`)
    .join(' ')}</nav>
${sections.join('\n')}
<section><h2 id="errors">Codes of refusals</h2><table><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Title</th></tr>${errors.join('')}</table></section>
</main></body></html>`
}

export const docsStyle = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1.5rem; }
main { max-inline-size: 70rem; margin-inline: auto; }
nav { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; }
details { border-block-end: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding-block: 0.5rem; }
summary { cursor: pointer; min-block-size: 1.75rem; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 0.5rem; }
table { border-collapse: collapse; }
th, td { text-align: start; padding: 0.25rem 1rem 0.25rem 0; vertical-align: top; }
`
