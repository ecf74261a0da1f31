import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What a process counts of itself. All names begin with `rungs_`, except those of Node and of the process. */
const registry = new Registry()
const registers = [registry]

/** Requests by route and status. The event streams of `/v1/events` are counted when they end. */
export const requestSeconds = new Histogram({
  registers,
  name: 'rungs_http_request_duration_seconds',
  help: 'Time from the headers of a request to the end of its reply',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
})

const clientRequests = new Counter({
  registers,
  name: 'rungs_client_requests_total',
  help: 'Requests to the API by client; clients beyond the first 200 that ask are counted as "other"',
  labelNames: ['client'] as const,
})

/** Most clients with a series of their own, so that an installation with thousands stays readable. */
const MAX_CLIENTS = 200
const clientsWithSeries = new Set<string>()

export function countRequestOf(clientId: string): void {
  if (clientsWithSeries.size < MAX_CLIENTS) clientsWithSeries.add(clientId)
  clientRequests.inc({ client: clientsWithSeries.has(clientId) ? clientId : 'other' })
}

export const operations = new Counter({
  registers,
  name: 'rungs_sync_operations_total',
  help: 'Edits that devices sent, by what became of them',
  labelNames: ['outcome'] as const,
})

export const syncLag = new Histogram({
  registers,
  name: 'rungs_sync_lag_seconds',
  help: 'Time from an edit on a device to its arrival; devices without network bring it late',
  buckets: [1, 5, 30, 60, 300, 3_600, 86_400, 604_800],
})

export const jobsEnded = new Counter({
  registers,
  name: 'rungs_jobs_ended_total',
  help: 'Runs of jobs by kind and outcome: done, handed-back by a server that stops, again (tried later), or failed (given up)',
  labelNames: ['kind', 'outcome'] as const,
})

export const jobDelay = new Histogram({
  registers,
  name: 'rungs_job_delay_seconds',
  help: 'Time from the moment when a job was due to its start',
  buckets: [1, 5, 30, 60, 300, 900, 3_600, 14_400],
})

export const mailsEnded = new Counter({
  registers,
  name: 'rungs_mails_total',
  help: 'Mails by kind and outcome: sent, kept for the demo, dropped, or failed (tried again, or given up)',
  labelNames: ['kind', 'outcome'] as const,
})

/** The time of the last look for due work, in Unix seconds. It stands still while all places of a queue are taken. */
export const lastRound = new Gauge({
  registers,
  name: 'rungs_worker_last_round_timestamp_seconds',
  help: 'When this process last looked for due work, by queue',
  labelNames: ['work'] as const,
})

export const streams = new Gauge({ registers, name: 'rungs_streams', help: 'Open event streams' })

export const connections = new Gauge({
  registers,
  name: 'rungs_database_connections',
  help: 'Connections of the pool that are busy or idle, and calls that wait for one',
  labelNames: ['state'] as const,
})

export const replicaReads = new Counter({
  registers,
  name: 'rungs_replica_reads_total',
  help: 'Reads that the replica may serve, by who served them; the primary does while the replica lags or is gone',
  labelNames: ['by'] as const,
})

export const replicaLag = new Gauge({
  registers,
  name: 'rungs_replica_lag_seconds',
  help: 'How far the replica is behind; +Inf when it does not answer, 0 without one',
})

export const disk = new Gauge({
  registers,
  name: 'rungs_data_disk_bytes',
  help: 'The disk of the data folder: its size, and what is available',
  labelNames: ['of'] as const,
})

export const lastBackup = new Gauge({
  registers,
  name: 'rungs_last_backup_timestamp_seconds',
  help: 'When the last good backup was made; 0 while there is none',
})

collectDefaultMetrics({ register: registry })

/** The names of all metrics, with those of Node and of the process. */
export const metricNames = (): string[] => registry.getMetricsAsArray().map(({ name }) => name)

/** All metrics in the text format of Prometheus. */
export const metricsText = (): Promise<string> => registry.metrics()
export const METRICS_TYPE: string = registry.contentType
