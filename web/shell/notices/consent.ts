import { createObservable } from '#web/shell/start/observable.ts'

/** Unset until somebody accepts or declines [4.32]. */
export type Consent = 'true' | 'false' | null

/** [9.22] */
function consentKey(app: string): string {
  return `${app}PortalCookieConsent`
}

export function readConsent(app: string): Consent {
  try {
    const value = localStorage.getItem(consentKey(app))
    return value === 'true' || value === 'false' ? value : null
  } catch {
    // what cannot be kept is not asked for at each page
    return 'false'
  }
}

/** A new value with each answer; `again` while the question stands although there is one. */
export const asking = createObservable({ again: false })

export function storeConsent(app: string, consent: 'true' | 'false'): void {
  try {
    localStorage.setItem(consentKey(app), consent)
  } catch {
    // asked again at the next visit
  }
  asking.set({ again: false })
}

/** Opens the banner again, whatever was answered before. */
export function askConsentAgain(): void {
  asking.set({ again: true })
}
