import type { Client, Language } from '#contract/tenants/client.ts'
import type { Club } from '#contract/tenants/clubs.ts'
import type { Me } from '#contract/identity/users.ts'
import { isMissing } from '#web/api/api-error.ts'
import { entryWords } from '#web/shell/login/entry-words.ts'
import {
  chooseLanguage,
  loadWords,
  shortLocale,
  storedLanguage,
  wordLanguage,
  type LoadWords,
} from '#web/shell/i18n/language.ts'
import type { PortalDefinition } from './portal-definition.ts'
import { readStored, fetchWithFallback, type StoredAnswer } from './stored-answers.ts'
import type { Services } from './services.ts'
import { applyTheme } from './theme.ts'

/** The result of a portal's start. */
export type Start =
  | {
      state: 'ready'
      client: Client
      language: Language
      /**
       * Resolves to the start that replaces this one, where this one used the stored tenant and the server describes it
       * differently; else to null.
       */
      update: Promise<Start | null>
    }
  /** No tenant has this host [8.14]. */
  | { state: 'unknown-host' }
  /** The server cannot be reached, and the tenant is not known from an earlier visit. */
  | { state: 'unreachable' }

const CLIENT_KEY = 'rungs.client'
export const meKey = ['me'] as const
export const clubsKey = ['clubs'] as const

const shellWords: LoadWords = (language) =>
  language === 'cy' ? import('../../locales/cy.json') : import('../../locales/en.json')

/** The tenant of this host as last loaded. It holds nothing private, so logout does not remove it. */
function storedClient(): Client | null {
  try {
    return JSON.parse(localStorage.getItem(CLIENT_KEY) ?? 'null') as Client | null
  } catch {
    return null
  }
}

async function fetchClient(services: Services): Promise<Client> {
  try {
    const client = await services.api.client(location.hostname)
    try {
      localStorage.setItem(CLIENT_KEY, JSON.stringify(client))
    } catch {
      // without storage the portal does not start offline
    }
    return client
  } catch (error) {
    const stored = isMissing(error) ? null : storedClient()
    // during maintenance the refusal says which tenant it is
    const fallback = stored ?? services.connection.get().maintenance?.client
    if (fallback === undefined) throw error
    return fallback
  }
}

export function fetchMe({ api }: Services): Promise<StoredAnswer<Me>> {
  return fetchWithFallback('me', () => api.me())
}

/**
 * Whether the users of a portal have clubs of their own. Authors of schemes have none; their client may have thousands
 * of clubs, which only the pages that show them load.
 */
export const hasOwnClubs = ({ userType }: PortalDefinition): boolean => userType !== 'ngo'

export function fetchClubs({ api }: Services): Promise<StoredAnswer<Club[]>> {
  return fetchWithFallback('clubs', () => api.clubs())
}

/**
 * Loads user and clubs into the query cache [4.7]. Answers of an earlier visit are enough to start with, and are loaded
 * again in the background. A failure is not final, because the pages try again and show it.
 */
async function loadUser(services: Services, definition: PortalDefinition): Promise<void> {
  const { queries } = services
  const load = async <T>(storeKey: string, queryKey: readonly string[], queryFn: () => Promise<StoredAnswer<T>>) => {
    const stored = await readStored<T>(storeKey)
    // where the device's clock has been set back since, the answer is not newer than all to come, but of unknown age
    if (stored) queries.setQueryData(queryKey, stored, { updatedAt: stored.at > Date.now() ? 0 : stored.at })
    const fetched = queries.prefetchQuery({ queryKey, queryFn })
    if (!stored) await fetched
  }
  const me = load('me', meKey, () => fetchMe(services))
  // not awaited: no first screen needs the clubs, and on a device that has not stored them they take a request
  if (hasOwnClubs(definition)) void load('clubs', clubsKey, () => fetchClubs(services))
  await me
}

/** Starts the portal in the order of [4.4]–[4.8]; the bundled texts load meanwhile. */
export async function startUp(services: Services, definition: PortalDefinition): Promise<Start> {
  const answer = fetchClient(services)
  // a failure is handled where the answer is awaited, which may be later
  answer.catch(() => undefined)
  const loggedIn = services.session.isLoggedIn()
  // without a session the first screen is the login page
  const words = [shellWords, ...definition.words, ...(loggedIn ? [] : [entryWords])]
  const stored = storedClient()
  // the tenant's languages are not known yet, so the most probable one is fetched in advance
  if (stored === null)
    for (const load of words) load(wordLanguage(storedLanguage() ?? navigator.language)).catch(() => undefined)
  let client: Client
  try {
    client = stored ?? (await answer)
  } catch (error) {
    await loadWords(navigator.language, [shellWords, ...definition.words], {})
    return { state: isMissing(error) ? 'unknown-host' : 'unreachable' }
  }
  document.documentElement.dataset['portal'] = definition.portal
  const language = chooseLanguage(client.languages, storedLanguage(), navigator.languages) ?? {
    // 0: the page's language is none of the client's, so calls of the API name none
    language_id: 0,
    language: 'en-GB',
    active: 1,
  }
  /** Everything else that the first screen waits for; returns the tenant's own texts. */
  const loadThemeAndUser = async () => {
    const themed = applyTheme(client)
    if (loggedIn) await loadUser(services, definition)
    const ownTexts = services.api.translations(client.translation_url, shortLocale(language.language)).catch(() => ({}))
    await themed
    return ownTexts
  }
  await loadWords(language.language, words, loadThemeAndUser())
  document.title = client.name
  return { state: 'ready', client, language, update: newerStart({ client, language }, answer) }
}

/**
 * The new start, if the server's tenant differs from the stored one. A changed language takes effect at the next visit.
 */
async function newerStart(
  current: { client: Client; language: Language },
  answer: Promise<Client>,
): Promise<Start | null> {
  try {
    const client = await answer
    if (JSON.stringify(client) === JSON.stringify(current.client)) return null
    await applyTheme(client)
    return { state: 'ready', client, language: current.language, update: Promise.resolve(null) }
  } catch (error) {
    return isMissing(error) ? { state: 'unknown-host' } : null
  }
}
