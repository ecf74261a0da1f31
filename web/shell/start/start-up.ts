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
import { recall, seenOr, type Seen } from './remembered.ts'
import type { Services } from './services.ts'
import { applyTheme } from './theme.ts'

export type Start =
  | {
      state: 'ready'
      client: Client
      language: Language
      /** The start as the server's answer makes it, where that is other than what is remembered of the tenant; null: the same. */
      news: Promise<Start | null>
    }
  /** No tenant has this host [8.14]. */
  | { state: 'unknown-host' }
  /** Nobody answered, and nothing is remembered. */
  | { state: 'unreachable' }

const CLIENT_KEY = 'rungs.client'
export const meKey = ['me'] as const
export const clubsKey = ['clubs'] as const

const shellWords: LoadWords = (language) =>
  language === 'cy' ? import('../../locales/cy.json') : import('../../locales/en.json')

/** The last known tenant of this host. It holds nothing private, so it outlives logout. */
function lastClient(): Client | null {
  try {
    return JSON.parse(localStorage.getItem(CLIENT_KEY) ?? 'null') as Client | null
  } catch {
    return null
  }
}

async function askClient(services: Services): Promise<Client> {
  try {
    const client = await services.api.client(location.hostname)
    try {
      localStorage.setItem(CLIENT_KEY, JSON.stringify(client))
    } catch {
      // then offline will not start
    }
    return client
  } catch (error) {
    const last = isMissing(error) ? null : lastClient()
    // a closed API still says whose it is
    const known = last ?? services.connection.get().maintenance?.client
    if (known === undefined) throw error
    return known
  }
}

export function askMe({ api }: Services): Promise<Seen<Me>> {
  return seenOr('me', () => api.me())
}

/** Who runs the scheme belongs to no club, and may have thousands: those are asked for where they are shown. */
export const hasOwnClubs = ({ userType }: PortalDefinition): boolean => userType !== 'ngo'

export function askClubs({ api }: Services): Promise<Seen<Club[]>> {
  return seenOr('clubs', () => api.clubs())
}

/**
 * User and clubs, into the cache that the pages read [4.7]. What was seen in an earlier visit is enough to start with,
 * and is asked for again behind it. A failure here is not final: the pages ask again and say so.
 */
async function loadUser(services: Services, definition: PortalDefinition): Promise<void> {
  const { queries } = services
  const load = async <T>(name: string, queryKey: readonly string[], queryFn: () => Promise<Seen<T>>) => {
    const last = await recall<T>(name)
    if (last) queries.setQueryData(queryKey, last, { updatedAt: last.at })
    const asked = queries.prefetchQuery({ queryKey, queryFn })
    if (!last) await asked
  }
  const me = load('me', meKey, () => askMe(services))
  // no first screen waits for them; a login does not ask for them, so the next start may be the first that does
  if (hasOwnClubs(definition)) void load('clubs', clubsKey, () => askClubs(services))
  await me
}

/** [4.4]–[4.8], in this order; the built texts, which ask nobody, come meanwhile. */
export async function startUp(services: Services, definition: PortalDefinition): Promise<Start> {
  const asked = askClient(services)
  // it is told where it is waited for, which may be later
  asked.catch(() => undefined)
  const loggedIn = services.session.isLoggedIn()
  // whoever is not logged in is asked to, first of all
  const words = [shellWords, ...definition.words, ...(loggedIn ? [] : [entryWords])]
  const last = lastClient()
  // the tenant's languages are not known yet: most often it will be this one
  if (last === null)
    for (const load of words) load(wordLanguage(storedLanguage() ?? navigator.language)).catch(() => undefined)
  let client: Client
  try {
    client = last ?? (await asked)
  } catch (error) {
    await loadWords(navigator.language, [shellWords, ...definition.words], {})
    return { state: isMissing(error) ? 'unknown-host' : 'unreachable' }
  }
  document.documentElement.dataset['portal'] = definition.portal
  const language = chooseLanguage(client.languages, storedLanguage(), navigator.languages) ?? {
    language_id: 0,
    language: 'en-GB',
    active: 1,
  }
  const override = async () => {
    const themed = applyTheme(client)
    if (loggedIn) await loadUser(services, definition)
    const own = services.api.translations(client.translation_url, shortLocale(language.language)).catch(() => ({}))
    await themed
    return own
  }
  await loadWords(language.language, words, override())
  document.title = client.name
  return { state: 'ready', client, language, news: newsOf({ client, language }, asked) }
}

/** A start waits for nothing that it has from an earlier one; the words of another language come with the next start. */
async function newsOf(known: { client: Client; language: Language }, asked: Promise<Client>): Promise<Start | null> {
  try {
    const client = await asked
    if (JSON.stringify(client) === JSON.stringify(known.client)) return null
    await applyTheme(client)
    return { state: 'ready', client, language: known.language, news: Promise.resolve(null) }
  } catch (error) {
    return isMissing(error) ? { state: 'unknown-host' } : null
  }
}
