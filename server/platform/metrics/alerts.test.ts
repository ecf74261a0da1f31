import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'

// Prometheus refuses to start with a rule that it cannot read. Its own program `promtool` reads and plays the rules
// where it is installed (Debian's package `prometheus`).

const ALERTS = resolve('deploy/prometheus/alerts.yml')
const DASHBOARD = resolve('deploy/grafana/dashboard.json')

/** Longer than any alert waits after its cause. */
const MINUTES = 120
const still = (value: number) => `${value}x${MINUTES}`
const rising = (byMinute: number) => `0+${byMinute}x${MINUTES}`

const count = (route: string, status: number) =>
  `rungs_http_request_duration_seconds_count{job="rungs",route="${route}",status="${status}"}`
const bucket = (le: string) => `rungs_http_request_duration_seconds_bucket{job="rungs",route="/v1/me",le="${le}"}`
const round = (work: string) => `rungs_worker_last_round_timestamp_seconds{job="rungs",work="${work}"}`
const jobs = (outcome: string) => `rungs_jobs_ended_total{job="rungs",kind="retention",outcome="${outcome}"}`
const mails = (outcome: string) => `rungs_mails_total{job="rungs",kind="award",outcome="${outcome}"}`
const disk = (of: string, instance = 'a') => `rungs_data_disk_bytes{job="rungs",instance="${instance}",of="${of}"}`
const edits = (outcome: string) => `rungs_sync_operations_total{job="rungs",outcome="${outcome}"}`

/** What Prometheus reads of an installation with which nothing is wrong; its time begins at 0. */
const CALM = {
  'up{job="rungs"}': still(1),
  [count('/v1/me', 200)]: rising(600),
  [count('/v1/me', 503)]: rising(1),
  [count('/v1/auth/login', 401)]: rising(3),
  [bucket('0.5')]: rising(600),
  [bucket('2.5')]: rising(600),
  [bucket('+Inf')]: rising(600),
  'rungs_database_connections{job="rungs",state="waiting"}': still(0),
  [edits('applied')]: rising(30),
  [edits('retry')]: still(0),
  [round('jobs')]: rising(60),
  [round('mails')]: rising(60),
  [jobs('done')]: rising(1),
  [jobs('failed')]: still(0),
  [jobs('again')]: still(0),
  [mails('sent')]: rising(10),
  [mails('failed')]: still(0),
  [disk('size')]: still(100),
  [disk('available')]: still(50),
  [disk('size', 'b')]: still(100),
  [disk('available', 'b')]: still(50),
  'rungs_last_backup_timestamp_seconds{job="rungs"}': rising(60),
  'rungs_replica_lag_seconds{job="rungs"}': still(1),
  'process_resident_memory_bytes{job="rungs"}': still(400e6),
}

/** What is different when an alert is due; no other alert may be. */
const DUE: Record<string, Record<string, string>> = {
  RungsDown: { 'up{job="rungs"}': still(0) },
  RungsErrors: { [count('/v1/me', 503)]: rising(60) },
  RungsSlow: { [bucket('0.5')]: rising(500), [bucket('2.5')]: rising(560) },
  RungsWaitsForConnections: { 'rungs_database_connections{job="rungs",state="waiting"}': still(8) },
  RungsEditsLost: { [edits('retry')]: rising(1) },
  RungsJobsStandStill: { [round('jobs')]: still(0) },
  RungsJobsFail: { [jobs('failed')]: rising(1) },
  RungsJobsTriedAgain: { [jobs('again')]: rising(1) },
  RungsMailsStandStill: { [round('mails')]: still(0) },
  RungsMailsFail: { [mails('failed')]: rising(5) },
  RungsLoginsRefused: { [count('/v1/auth/login', 401)]: rising(200) },
  RungsDiskFull: { [disk('available', 'b')]: still(9) },
  // three days before the time begins
  RungsBackupOld: { 'rungs_last_backup_timestamp_seconds{job="rungs"}': still(-3 * 86_400) },
  RungsReplicaLags: { 'rungs_replica_lag_seconds{job="rungs"}': still(60) },
  RungsMemory: { 'process_resident_memory_bytes{job="rungs"}': still(2e9) },
}

interface Rules {
  groups: { name: string; rules: { alert: string }[] }[]
}
interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[]
}

test('every alert has a case in which it is due', async () => {
  const { groups } = parse(await readFile(ALERTS, 'utf8')) as Rules
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  expect(Object.keys(DUE)).toEqual(names)
})

if (spawnSync('promtool', ['--version']).error === undefined) {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rungs-alerts-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** Runs promtool about a file with this content; JSON is YAML too. Throws with what it says. */
  async function promtool(verb: 'check' | 'test', content: unknown): Promise<void> {
    const file = join(folder, 'rules.yml')
    await writeFile(file, JSON.stringify(content))
    execFileSync('promtool', [verb, 'rules', file], { encoding: 'utf8', stdio: 'pipe' })
  }

  /** What promtool plays: these series, and the alerts that fire in the end. */
  const play = (series: Record<string, string>, firing: string[]) =>
    promtool('test', {
      rule_files: [ALERTS],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [
            {
              expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
              eval_time: `${MINUTES}m`,
              exp_samples: firing.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
            },
          ],
        },
      ],
    })

  test('no alert is due while nothing is wrong', () => play(CALM, []))

  test.each(Object.entries(DUE))('%s is due, and no other', (name, different) =>
    play({ ...CALM, ...different }, [name]),
  )

  test('Prometheus can read every expression of the dashboard', async () => {
    const { panels } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as Dashboard
    const rules = panels
      .flatMap(({ targets = [] }) => targets)
      .map(({ expr }, index) => ({ record: `dashboard:${index}`, expr }))
    expect(rules.length).toBeGreaterThan(20)
    await promtool('check', { groups: [{ name: 'dashboard', rules }] })
  })
}
