import type { Client, Language } from '#contract/client.ts'
import type { Club } from '#contract/clubs.ts'
import type { Me } from '#contract/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { chooseLanguage, loadWords, storedLanguage, type LoadWords } from './language.ts'
import type { PortalDefinition } from './portal-definition.ts'
import { seenOr, type Seen } from './remembered.ts'
import type { Services } from './services.ts'
import { applyTheme } from './theme.ts'

export type Start =
  | { state: 'ready'; client: Client; language: Language }
  /** No tenant has this host [8.14]. */
  | { state: 'unknown-host' }
  /** Nobody answered, and nothing is remembered. */
  | { state: 'unreachable' }

const CLIENT_KEY = 'rungs.client'
export const meKey = ['me'] as const
export const clubsKey = ['clubs'] as const

const shellWords: LoadWords = (language) =>
  language === 'cy' ? import('../locales/cy.json') : import('../locales/en.json')

/** The tenant of this host; the last known one when nobody answers. It holds nothing private, so it outlives logout. */
async function findClient(services: Services): Promise<Client> {
  try {
    const client = await services.api.client(location.hostname)
    try {
      localStorage.setItem(CLIENT_KEY, JSON.stringify(client))
    } catch {
      // then offline will not start
    }
    return client
  } catch (error) {
    const last = error instanceof ApiError && error.status === 404 ? null : localStorage.getItem(CLIENT_KEY)
    if (last === null) throw error
    return JSON.parse(last) as Client
  }
}

export function askMe({ api }: Services): Promise<Seen<Me>> {
  return seenOr('me', () => api.me())
}

export function askClubs({ api }: Services): Promise<Seen<Club[]>> {
  return seenOr('clubs', () => api.clubs())
}

/** User and clubs, into the cache that the pages read [4.7]. A failure here is not final: the pages ask again and say so. */
async function loadUser(services: Services): Promise<void> {
  const { queries } = services
  await Promise.all([
    queries.prefetchQuery({ queryKey: meKey, queryFn: () => askMe(services) }),
    queries.prefetchQuery({ queryKey: clubsKey, queryFn: () => askClubs(services) }),
  ])
}

/** [4.4]–[4.8], in this order. */
export async function startUp(services: Services, definition: PortalDefinition): Promise<Start> {
  let client: Client
  try {
    client = await findClient(services)
  } catch (error) {
    const unknown = error instanceof ApiError && error.status === 404
    await loadWords(navigator.language, [shellWords, definition.loadWords], {})
    return { state: unknown ? 'unknown-host' : 'unreachable' }
  }
  document.documentElement.dataset['portal'] = definition.portal
  await applyTheme(client)
  const language = chooseLanguage(client.languages, storedLanguage(), navigator.languages) ?? {
    language_id: 0,
    language: 'en-GB',
    active: 1,
  }
  if (services.session.isLoggedIn()) await loadUser(services)
  const override = await services.api
    .translations(client.translation_url, language.language.split('-')[0] ?? 'en')
    .catch(() => ({}))
  await loadWords(language.language, [shellWords, definition.loadWords], override)
  document.title = client.name
  return { state: 'ready', client, language }
}
