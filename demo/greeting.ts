import { DEMO_PASSWORD, demoClients, loginsOf } from './content/clients.ts'

/** What the terminal shows once the demo is served: the portals' addresses and the logins. */
export function greeting(port: number): string {
  return [
    `\nRungs is ready. Start page: http://localhost:${port}/\n`,
    ...demoClients.flatMap(({ id, name }) => [
      name,
      ...['parent', 'coach', 'club', 'scheme'].map((portal) => `  http://${portal}.${id}.localhost:${port}/`),
    ]),
    `\nEvery password is ${DEMO_PASSWORD}. Logins:`,
    ...demoClients.map((client) => {
      const names = loginsOf(client).map(({ email, username }) => username ?? email)
      return `  ${client.name}: ${names.join(', ')}`
    }),
    '',
  ].join('\n')
}
