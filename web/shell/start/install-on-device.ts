import type { Client } from '#contract/tenants/client.ts'
import { waitAtMost } from './wait-at-most.ts'
import { shortLocale } from '#web/shell/i18n/language.ts'

const WORKER_PATH = '/sw.js'
const LONGEST_UPDATE_MS = 15_000

/** Part of the Trusted Types API, which TypeScript does not declare yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL: (url: string) => string
  }
}

/**
 * The URL of the service worker, the only script URL that a page makes. The content security policy admits the policy
 * `rungs` by its name.
 */
function workerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('rungs', {
    createScriptURL(url) {
      if (url !== WORKER_PATH) throw new TypeError(`not our worker: ${url}`)
      return url
    },
  })
  return policy ? policy.createScriptURL(WORKER_PATH) : WORKER_PATH
}

/** The pauses before further tries, after a busy server or a lost network has ended one. The last pause repeats. */
const RETRY_MS = [5_000, 15_000, 60_000]

/**
 * Installs the portal on the device, so that it opens offline. The service worker fetches the page, scripts, styles,
 * fonts and texts; the tenant's theme, logo and texts are fetched here once, so that they pass through the worker and
 * are cached. Tries until all of it is cached. It does nothing where the browser has no service workers (plain http,
 * some private windows), nor in development, where files change.
 */
export async function installOnDevice(client: Client): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const url = workerUrl()
  for (let tries = 0; !(await tryInstall(url, client).catch(() => false)); tries++)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS[tries] ?? RETRY_MS.at(-1)))
}

/** Tries to install the portal, and returns whether everything is on the device now. */
async function tryInstall(url: string, client: Client): Promise<boolean> {
  const { serviceWorker } = navigator
  // `none`: the browser must not take the worker's script from its HTTP cache
  const { active, installing, waiting } = await serviceWorker.register(url, { updateViaCache: 'none' })
  const worker = active ?? installing ?? waiting
  if (!worker || !(await waitUntilActivated(worker))) return false
  // the requests of a page pass through the worker only once it controls the page
  if (!serviceWorker.controller)
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  const locales = client.languages.filter(({ active }) => active === 1).map(({ language }) => shortLocale(language))
  const texts = [...new Set(locales)].map((locale) => `${client.translation_url}/${locale}.json`)
  const replies = await Promise.all([client.theme_url, client.logo_url, ...texts].map((path) => fetch(path)))
  // a tenant need not have a theme, logo or texts of its own
  return replies.every(({ ok, status }) => ok || status === 404)
}

/** Waits until a worker is activated (true), or has failed or been replaced (false). */
async function waitUntilActivated(worker: ServiceWorker): Promise<boolean> {
  await new Promise<void>((resolve) => {
    const onChange = () => (worker.state === 'activated' || worker.state === 'redundant' ? resolve() : undefined)
    worker.addEventListener('statechange', onChange)
    onChange()
  })
  return worker.state === 'activated'
}

/** Whether the portal is installed on the device. A worker becomes active only after it has cached everything. */
export async function isInstalled(): Promise<boolean> {
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  return registration?.active?.state === 'activated'
}

/** Installs the worker of a newer build, if there is one, and waits for it up to a limit. */
export async function installNewVersion(): Promise<void> {
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  if (!registration) return
  await waitAtMost(LONGEST_UPDATE_MS, activateNewest(registration))
}

async function activateNewest(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.update().catch(() => undefined)
  const worker = registration.installing ?? registration.waiting
  if (worker) await waitUntilActivated(worker)
}
