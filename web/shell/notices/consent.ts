import { createObservable } from '#web/shell/start/observable.ts'

/** Null until the user accepts or declines [4.32]. */
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
    // without storage the question would come back with every page
    return 'false'
  }
}

/** A new value with every answer. `again` is true while the question is open although it was answered before. */
export const asking = createObservable({ again: false })

export function storeConsent(app: string, consent: 'true' | 'false'): void {
  try {
    localStorage.setItem(consentKey(app), consent)
  } catch {
    // without storage the question comes back at the next visit
  }
  asking.set({ again: false })
}

/** Opens the banner again, so that the user can change the answer. */
export function askConsentAgain(): void {
  asking.set({ again: true })
}
