import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { countRequestOf, metricNames, metricsText } from './metrics.ts'

const DEPLOY = new URL('../../../deploy/', import.meta.url)

test.each(['prometheus/alerts.yml', 'grafana/dashboard.json'])('every metric in %s exists', async (file) => {
  const text = await readFile(new URL(file, DEPLOY), 'utf8')
  const used = new Set(text.match(/\b(rungs|process|nodejs)_\w+/g))
  expect(used.size).toBeGreaterThan(5)
  const known = metricNames().flatMap((name) => [name, `${name}_count`, `${name}_bucket`, `${name}_sum`])
  expect([...used].filter((name) => !known.includes(name))).toEqual([])
})

test('every metric of ours is shown on the dashboard', async () => {
  const text = await readFile(new URL('grafana/dashboard.json', DEPLOY), 'utf8')
  expect(metricNames().filter((name) => name.startsWith('rungs_') && !text.includes(name))).toEqual([])
})

test('two hundred clients have a series of their own, and all others share one', async () => {
  // other tests of this process may have counted clients, too
  for (let client = 0; client < 250; client++) countRequestOf(`client-${client}`)
  const series = (await metricsText()).split('\n').filter((line) => line.startsWith('rungs_client_requests_total{'))
  expect(series).toHaveLength(201)
  const others = series.find((line) => line.includes('"other"'))
  expect(Number(others?.split(' ')[1])).toBeGreaterThanOrEqual(50)
})
