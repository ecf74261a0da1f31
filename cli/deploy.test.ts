import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isCommand } from './usage.ts'

// The files of deploy/ that nothing starts here: what they name must exist, and the variables be those that are read.

const read = (file: string) => readFileSync(file, 'utf8')
const ENV = read('server/env.ts')
/** The variables that `readEnv` reads. */
const known = new Set(
  [...ENV.matchAll(/(?:vars\[|portNumber\(|zeroOrOne\()'([A-Z_]+)'/g)].map(([, name]) => name ?? ''),
)
const secrets = [...(/const SECRETS = \[(.*?)\]/s.exec(ENV)?.[1] ?? '').matchAll(/'([A-Z_]+)'/g)].map(
  ([, name]) => name ?? '',
)
const isVariable = (name: string) =>
  name === 'NODE_ENV' || known.has(name) || (name.endsWith('_FILE') && secrets.includes(name.slice(0, -'_FILE'.length)))

/** Longer than a stop takes at most, in seconds. */
const LEAST_GRACE = 26

interface Service {
  image?: string
  build?: { context: string; dockerfile: string }
  stop_grace_period?: string
  environment?: Record<string, string | number>
  secrets?: string[]
  volumes?: string[]
  depends_on?: string[] | Record<string, unknown>
  healthcheck?: object
}
interface Compose {
  services: Record<string, Service>
  secrets: Record<string, unknown>
  volumes: Record<string, unknown>
}
const compose = parse(read('deploy/docker/compose.yaml')) as Compose
const services = Object.values(compose.services)

/** The values of a key in a unit of systemd. */
const unitValues = (file: string, key: string) =>
  read(`deploy/systemd/${file}`)
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1))

test('README.md describes every variable that is read, and no other', () => {
  const described = [...read('README.md').matchAll(/^\| (`[A-Z_*]+`(?:, `[A-Z_]+`)*) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name ?? ''),
  )
  expect(known.size).toBeGreaterThan(15)
  expect(described.toSorted()).toEqual([...known].toSorted())
  const [, named = ''] = /^\| `\*_FILE` .*: (.*) \|$/m.exec(read('README.md')) ?? []
  expect([...named.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)).toEqual(secrets)
})

test('services and units set no variable that is not read, and their secrets are files that they have', () => {
  const own = services.filter(({ build }) => build)
  expect(own).toHaveLength(2)
  const inCompose = own.flatMap(({ environment = {} }) => Object.keys(environment))
  const inUnits = ['rungs.service', 'rungs-backup.service'].flatMap((file) =>
    unitValues(file, 'Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0] ?? '')),
  )
  const inImage = [...read('deploy/docker/Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  )
  expect([...inCompose, ...inUnits, ...inImage].filter((name) => !isVariable(name))).toEqual([])
  for (const { environment = {}, secrets: mounted = [] } of services)
    for (const [name, value] of Object.entries(environment))
      if (name.endsWith('_FILE')) expect(mounted.map((secret) => `/run/secrets/${secret}`)).toContain(value)
})

test('every secret, volume and service that the compose file names is declared in it', () => {
  const dependencies = services.flatMap(({ depends_on: needed = [] }) =>
    Array.isArray(needed) ? needed : Object.keys(needed),
  )
  expect(dependencies.filter((name) => !(name in compose.services))).toEqual([])
  const volumes = services.flatMap(({ volumes: mounted = [] }) => mounted.map((mount) => mount.split(':')[0] ?? ''))
  expect([...new Set(volumes)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
  const mounted = services.flatMap(({ secrets: files = [] }) => files)
  expect([...new Set(mounted)].toSorted()).toEqual(Object.keys(compose.secrets).toSorted())
  // each secret is made by a line at the top of the file
  for (const name of Object.keys(compose.secrets))
    expect(read('deploy/docker/compose.yaml')).toMatch(new RegExp(`^#   .* > secrets/${name}$`, 'm'))
  for (const { build } of services) if (build) expect(existsSync(build.dockerfile)).toBe(true)
})

test('only the service that serves has the health check of the image, and the first backup finds a database', () => {
  expect(read('deploy/docker/Dockerfile')).toContain('/healthz')
  expect(compose.services['rungs']?.healthcheck).toBeUndefined()
  expect(compose.services['backup']).toMatchObject({
    healthcheck: { disable: true },
    depends_on: { rungs: { condition: 'service_healthy' } },
  })
})

test('supervisors wait longer for a stop than it takes, and start commands that there are', () => {
  expect(Number.parseInt(compose.services['rungs']?.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(LEAST_GRACE)
  expect(Number(unitValues('rungs.service', 'TimeoutStopSec')[0])).toBeGreaterThanOrEqual(LEAST_GRACE)
  for (const file of ['rungs.service', 'rungs-backup.service']) {
    const [, script = '', command = ''] = (unitValues(file, 'ExecStart')[0] ?? '').split(' ')
    expect([script, isCommand(command)]).toEqual(['/opt/rungs/cli/rungs.ts', true])
    expect(existsSync((unitValues(file, 'Documentation')[0] ?? '').replace('file:/opt/rungs/', ''))).toBe(true)
  }
})

test('the image runs as a user without rights, with programs of PostgreSQL not older than the database', () => {
  const lines = read('deploy/docker/Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const instructions = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(' ')[0])
  const INSTRUCTIONS = [
    'FROM',
    'WORKDIR',
    'COPY',
    'RUN',
    'ENV',
    'USER',
    'VOLUME',
    'EXPOSE',
    'HEALTHCHECK',
    'ENTRYPOINT',
    'CMD',
  ]
  expect(instructions.filter((name) => !INSTRUCTIONS.includes(name ?? ''))).toEqual([])
  expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER node'])
  const database = Number(/^postgres:(\d+)/.exec(compose.services['database']?.image ?? '')?.[1])
  expect(Number(/postgresql-client-(\d+)/.exec(lines.join('\n'))?.[1])).toBeGreaterThanOrEqual(database)
})
