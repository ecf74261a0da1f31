import { DEMO_PASSWORD, demoClient, demoClients } from './content/clients.ts'
import type { Plan } from './aquila.ts'

/** The page at `localhost`: where the portals are and how to get in. `unlinked` is the plan's membership to link. */
export function startPage(port: number, scheme: string, unlinked: Plan['unlinked']): string {
  const portals = ['parent', 'coach', 'club', 'scheme'] as const
  const rows = demoClients
    .map(
      ({ id, name }) =>
        `<tr><th scope="row">${name}</th>${portals.map((portal) => `<td><a href="${scheme}://${portal}.${id}.localhost:${port}/">${portal}</a></td>`).join('')}</tr>`,
    )
    .join('')
  const logins = demoClient('aquila')
    .users.map(({ email }) => `<li><code>${email}</code></li>`)
    .join('')
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rungs, the demo</title><link rel="stylesheet" href="/start.css"></head><body><main>
<h1>Rungs</h1><p>Everything here is made up and starts afresh with an empty data folder.</p>
<h2>Portals</h2><table><tbody>${rows}</tbody></table>
<h2>Logins at Aquila Swim</h2><p>Every password is <code>${DEMO_PASSWORD}</code></p><ul>${logins}</ul>
<p>A membership number that nobody has linked: <code>${unlinked.ngoId}</code> (${unlinked.name}, born ${unlinked.dob}).</p>
</main></body></html>`
}
