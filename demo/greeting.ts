import { DEMO_PASSWORD, demoClients, loginsOf } from './content/clients.ts'

/** The text for the terminal when the demo is ready: the portals' addresses and the logins. */
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
