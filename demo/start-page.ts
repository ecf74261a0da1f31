import { DEMO_PASSWORD, demoClients, loginsOf } from './content/clients.ts'
import type { KeptMail } from './mails.ts'
import { providerHosts } from './peers/simulated-providers.ts'
import type { Unlinked } from './unlinked.ts'

/** The start page at `localhost`, with the portals' addresses, the logins and the kept mails. */
export function startPage(
  port: number,
  scheme: string,
  unlinked: readonly Unlinked[],
  mails: readonly KeptMail[],
): string {
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
      const providerNote =
        client.provider === 'local'
          ? ''
          : `<p>They sign in at ${client.name}’s own provider, <code>${providerHosts[client.provider]}</code>: the portal’s login page leads there and back.</p>`
      return `<h2>Logins at ${client.name}</h2>${providerNote}<ul>${names.join('')}</ul>${
        child
          ? `<p>A membership number that nobody has linked: <code>${child.ngoId}</code> (${child.name}, born ${child.dob}).</p>`
          : ''
      }`
    })
    .join('')
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rungs, the demo</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/start.css"></head><body><main>
<h1>Rungs</h1><p>Everything here is made up and starts afresh with an empty data folder.</p>
<h2>Portals</h2><table><tbody>${rows}</tbody></table>
<p>Every password is <code>${DEMO_PASSWORD}</code></p>${logins}
<h2>Mails</h2>${mailList(mails)}
</main></body></html>`
}

/** The mails that a demo without a mail server has kept. */
function mailList(mails: readonly KeptMail[]): string {
  if (mails.length === 0) return '<p>None yet. Ask for a new password at a login page, and its mail stands here.</p>'
  return mails
    .map(
      ({ client, at, subject, to, text, html }) => `<details><summary>${escapeHtml(subject)}<br>
<small>${escapeHtml(client)} to <code>${escapeHtml(to.address)}</code>, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</small></summary>
<iframe title="${escapeHtml(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(html.replace('<head>', '<head><base target="_blank">'))}"></iframe>
<pre>${withLinks(escapeHtml(text))}</pre></details>`,
    )
    .join('')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Makes links of the addresses in a text that is escaped already. */
function withLinks(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
