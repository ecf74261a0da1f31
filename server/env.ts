import { readFileSync } from 'node:fs'
import { isEmail } from '#domain/platform/email.ts'
import { MIN_SECRET } from './platform/secret.ts'

/** The environment, read once at start. Every variable is described in README.md. */
export interface Env {
  port: number
  host: string
  /** The port of the metrics, on `metricsHost`; null when they are not served. */
  metricsPort: number | null
  metricsHost: string
  dataDir: string
  /** As the owner of the database. */
  databaseUrl: string | null
  /** As the role of the application, maybe through a pooler; null when the owner makes a role of its own for it. */
  appDatabaseUrl: string | null
  /** As the role of the application, past the pooler; null without one. */
  databaseDirectUrl: string | null
  /** Where the read replica is; user, password and usually the database are those of the database. Null without one. */
  databaseReadUrl: string | null
  /** The most connections of a process to the database, beside the one that listens, and as many to the replica. */
  databaseConnections: number
  /** For so long a server that stops is not ready but takes requests, until balancers have noticed. */
  stopDelayMs: number
  /** Null when the variable is not set; then only an embedded database gets the demo. */
  demo: boolean | null
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  trustProxy: string | false
  publicScheme: 'http' | 'https'
  /** The port in the portals' public URLs; null when it is `port`. */
  publicPort: number | null
  smtpUrl: string | null
  mailFrom: string | null
  secret: string | null
  /** While `SECRET` is rotated: the other secret with which values in the database are encrypted. */
  otherSecret: string | null
  filesUrl: string | null
  /** The OpenTelemetry collector that gets traces; null without. */
  tracesEndpoint: string | null
  /** With it backups hold `SECRET`, encrypted. */
  backupKey: string | null
  /** The folder of PostgreSQL's programs, such as `pg_dump`; null when they are on the PATH. */
  pgBin: string | null
}

const levels = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** In seconds; the whole stop takes at most 25. */
const LONGEST_STOP_DELAY = 20

/** Variables that hold a secret. Each may be given as the name of a file that holds it, as in `SECRET_FILE`. */
const SECRETS = [
  'DATABASE_URL',
  'APP_DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SECRET',
  'SECRET_OTHER',
  'SMTP_URL',
  'FILES_URL',
  'BACKUP_KEY',
]

type Variables = Record<string, string | undefined>

/** The variables with the contents of the files that `*_FILE` name. */
function withSecretsFromFiles(vars: Variables, problems: string[]): Variables {
  const read: Variables = {}
  for (const name of SECRETS) {
    const file = vars[`${name}_FILE`]
    if (!file) continue
    if (vars[name]) problems.push(`${name} and ${name}_FILE are both set`)
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      problems.push(`${name}_FILE cannot be read: ${(error as Error).message}`)
    }
  }
  return { ...vars, ...read }
}

/** Whether a driver finds user and database in a text. It would take one without a scheme as the name of a host. */
function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.username !== '' && url.pathname.length > 1
}

/** Whether a text says where a database server is, and not who connects. */
function isServerUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '' && url.username + url.password === ''
  )
}

/** Reads and checks the environment variables. Throws one error that names every invalid variable. */
export function readEnv(environment: Variables): Env {
  const problems: string[] = []
  const vars = withSecretsFromFiles(environment, problems)
  const portNumber = (name: string, fallback: number) => {
    const text = vars[name]
    if (text === undefined || text === '') return fallback
    const value = Number(text)
    if (!Number.isInteger(value) || value < 0 || value > 65_535)
      problems.push(`${name} must be a port number, not "${text}"`)
    return value
  }
  const zeroOrOne = (name: string): boolean | null => {
    const text = vars[name]
    if (text === undefined || text === '') return null
    if (text !== '0' && text !== '1') problems.push(`${name} must be 0 or 1, not "${text}"`)
    return text === '1'
  }
  const port = portNumber('PORT', 4000)
  const publicPort = vars['PUBLIC_PORT'] ? portNumber('PUBLIC_PORT', port) : null
  const metricsPort = vars['METRICS_PORT'] ? portNumber('METRICS_PORT', port) : null
  const scheme = vars['PUBLIC_SCHEME'] || 'http'
  if (scheme !== 'http' && scheme !== 'https') problems.push(`PUBLIC_SCHEME must be http or https, not "${scheme}"`)
  const logLevel = levels.find((level) => level === (vars['LOG_LEVEL'] || 'warn'))
  if (!logLevel) problems.push(`LOG_LEVEL must be one of ${levels.join(', ')}`)
  const demo = zeroOrOne('DEMO')
  const databaseUrl = vars['DATABASE_URL'] || null
  // a server with a database of its own is alone, so no balancer stands before it
  const appDatabaseUrl = vars['APP_DATABASE_URL'] || null
  const databaseDirectUrl = vars['DATABASE_DIRECT_URL'] || null
  for (const [name, url] of Object.entries({
    DATABASE_URL: databaseUrl,
    APP_DATABASE_URL: appDatabaseUrl,
    DATABASE_DIRECT_URL: databaseDirectUrl,
  }))
    if (url !== null && !isDatabaseUrl(url))
      problems.push(
        `${name} must be postgres://USER:PASSWORD@HOST/DATABASE, in which other characters than letters and digits of a password are written as %XX`,
      )
  if (databaseDirectUrl !== null && appDatabaseUrl === null)
    problems.push('DATABASE_DIRECT_URL belongs to APP_DATABASE_URL, which is not set')
  const databaseReadUrl = vars['DATABASE_READ_URL'] || null
  if (databaseReadUrl !== null && !isServerUrl(databaseReadUrl))
    problems.push(
      'DATABASE_READ_URL must be postgres://HOST:PORT without user and password, which are those of the database',
    )
  const stopDelay = Number(vars['STOP_DELAY'] || (databaseUrl === null && appDatabaseUrl === null ? 0 : 5))
  if (!(stopDelay >= 0 && stopDelay <= LONGEST_STOP_DELAY))
    problems.push(`STOP_DELAY must be seconds from 0 to ${LONGEST_STOP_DELAY}, not "${vars['STOP_DELAY']}"`)
  const databaseConnections = Number(vars['DATABASE_CONNECTIONS'] || 12)
  if (!Number.isInteger(databaseConnections) || databaseConnections < 2 || databaseConnections > 500)
    problems.push(`DATABASE_CONNECTIONS must be a number from 2 to 500, not "${vars['DATABASE_CONNECTIONS']}"`)
  const smtpUrl = vars['SMTP_URL'] || null
  if (smtpUrl !== null && !/^smtps?:\/\/./.test(smtpUrl)) problems.push('SMTP_URL must begin with smtp:// or smtps://')
  const mailFrom = vars['MAIL_FROM'] || null
  if (mailFrom !== null && !isEmail(mailFrom)) problems.push(`MAIL_FROM must be an e-mail address, not "${mailFrom}"`)
  const secret = vars['SECRET'] || null
  if (secret !== null && secret.length < MIN_SECRET) problems.push(`SECRET must have at least ${MIN_SECRET} characters`)
  const otherSecret = vars['SECRET_OTHER'] || null
  if (otherSecret !== null && otherSecret.length < MIN_SECRET)
    problems.push(`SECRET_OTHER must have at least ${MIN_SECRET} characters`)
  if (otherSecret !== null && otherSecret === secret) problems.push('SECRET_OTHER must be another one than SECRET')
  const backupKey = vars['BACKUP_KEY'] || null
  if (backupKey !== null && backupKey.length < MIN_SECRET)
    problems.push(`BACKUP_KEY must have at least ${MIN_SECRET} characters`)
  const tracesEndpoint = vars['OTEL_EXPORTER_OTLP_ENDPOINT'] || null
  if (tracesEndpoint !== null && !/^https?:$/.test(URL.parse(tracesEndpoint)?.protocol ?? ''))
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be a URL of http or https')
  const filesUrl = vars['FILES_URL'] || null
  if (filesUrl !== null && !URL.canParse(filesUrl)) problems.push('FILES_URL must be a URL')
  // an access key and secret may stand before the bucket, followed by an `@`
  else if (filesUrl !== null && !/^s3:\/\/([^@/]+@)?[a-z0-9.-]{3,63}\/?(\?|$)/.test(filesUrl))
    problems.push('FILES_URL must begin with s3:// and a bucket')
  if (problems.length > 0) throw new Error(`environment: ${problems.join('; ')}`)
  return {
    port,
    // of two addresses with this name, one would get another port where PORT is 0, and a socket of its own
    host: !vars['HOST'] || vars['HOST'] === 'localhost' ? '127.0.0.1' : vars['HOST'],
    metricsPort,
    metricsHost: vars['METRICS_HOST'] || '127.0.0.1',
    dataDir: vars['DATA_DIR'] || '.data',
    databaseUrl,
    appDatabaseUrl,
    databaseDirectUrl,
    databaseReadUrl,
    databaseConnections,
    stopDelayMs: stopDelay * 1_000,
    demo,
    // the fallback is only for the compiler: an unknown level was refused above
    logLevel: logLevel ?? 'warn',
    trustProxy: vars['TRUST_PROXY'] || false,
    publicScheme: scheme === 'https' ? 'https' : 'http',
    publicPort,
    smtpUrl,
    mailFrom,
    secret,
    otherSecret,
    filesUrl,
    tracesEndpoint,
    backupKey,
    pgBin: vars['PG_BIN'] || null,
  }
}
