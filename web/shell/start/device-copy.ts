import type { Client } from '#contract/tenants/client.ts'
import { atMost } from './at-most.ts'
import { shortLocale } from '#web/shell/i18n/language.ts'

const WORKER = '/sw.js'
const LONGEST_UPDATE_MS = 15_000

/** What the browsers know and TypeScript's own declarations do not yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL: (url: string) => string
  }
}

/** The one script address that this page ever makes; the content policy names this policy and no other of ours. */
function workerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('rungs', {
    createScriptURL(url) {
      if (url !== WORKER) throw new TypeError(`not our worker: ${url}`)
      return url
    },
  })
  return policy ? policy.createScriptURL(WORKER) : WORKER
}

/** A server that is busy, or a network that goes, ends an installation; it is begun again, each time a little later. */
const AGAIN_MS = [5_000, 15_000, 60_000]

/**
 * Puts the portal on the device, so that it opens without network: the worker fetches page, scripts, styles, fonts and
 * words, then the tenant's theme, logo and words pass through it once. Tries until all of it is there; not where the
 * browser has no workers (plain http, private windows of some), nor in development, where files change under it.
 */
export async function keepOnDevice(client: Client): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const url = workerUrl()
  for (let tries = 0; !(await keep(url, client).catch(() => false)); tries++)
    await new Promise((next) => setTimeout(next, AGAIN_MS[tries] ?? AGAIN_MS.at(-1)))
}

async function keep(url: string, client: Client): Promise<boolean> {
  const { serviceWorker } = navigator
  const { active, installing, waiting } = await serviceWorker.register(url, { updateViaCache: 'none' })
  const first = active ?? installing ?? waiting
  if (!first || !(await isActivated(first))) return false
  if (!serviceWorker.controller)
    await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }))
  const locales = client.languages.filter((one) => one.active === 1).map((one) => shortLocale(one.language))
  const words = [...new Set(locales)].map((locale) => `${client.translation_url}/${locale}.json`)
  const replies = await Promise.all([client.theme_url, client.logo_url, ...words].map((path) => fetch(path)))
  // what the tenant has not is not waited for
  return replies.every(({ ok, status }) => ok || status === 404)
}

/** Waits until a worker has everything and serves, or has failed or been replaced. */
async function isActivated(worker: ServiceWorker): Promise<boolean> {
  await new Promise<void>((done) => {
    const look = () => (worker.state === 'activated' || worker.state === 'redundant' ? done() : undefined)
    worker.addEventListener('statechange', look)
    look()
  })
  return worker.state === 'activated'
}

/** Whether the portal was put on the device, in this visit or an earlier one. A worker is active only once it has everything. */
export async function isOnDevice(): Promise<boolean> {
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  return registration?.active?.state === 'activated'
}

/** Brings the worker of a newer build, if there is one, and waits until it answers for the page; not for ever. */
export async function bringNewVersion(): Promise<void> {
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  if (!registration) return
  await atMost(LONGEST_UPDATE_MS, update(registration))
}

async function update(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.update().catch(() => undefined)
  const worker = registration.installing ?? registration.waiting
  if (worker) await isActivated(worker)
}
