import { DEMO_PASSWORD, demoClients, loginsOf } from './content/clients.ts'
import type { Unlinked } from './unlinked.ts'

/** The page at `localhost`: where the portals are and how to get in. */
export function startPage(port: number, scheme: string, unlinked: readonly Unlinked[]): string {
  const portals = ['parent', 'coach', 'club', 'scheme'] as const
  const rows = demoClients
    .map(
      ({ id, name }) =>
        `<tr><th scope="row">${name}</th>${portals.map((portal) => `<td><a href="${scheme}://${portal}.${id}.localhost:${port}/">${portal}</a></td>`).join('')}</tr>`,
    )
    .join('')
  const logins = demoClients
    .map((client) => {
      const names = loginsOf(client).map(({ email, username }) => `<li><code>${username ?? email}</code></li>`)
      const child = unlinked.find(({ clientId }) => clientId === client.id)
      const later =
        client.login === 'federated'
          ? '<p>They are let in once the connection to the identity provider is there; until then its login page says so.</p>'
          : ''
      return `<h2>Logins at ${client.name}</h2>${later}<ul>${names.join('')}</ul>${
        child
          ? `<p>A membership number that nobody has linked: <code>${child.ngoId}</code> (${child.name}, born ${child.dob}).</p>`
          : ''
      }`
    })
    .join('')
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rungs, the demo</title><link rel="stylesheet" href="/start.css"></head><body><main>
<h1>Rungs</h1><p>Everything here is made up and starts afresh with an empty data folder.</p>
<h2>Portals</h2><table><tbody>${rows}</tbody></table>
<p>Every password is <code>${DEMO_PASSWORD}</code></p>${logins}
</main></body></html>`
}
