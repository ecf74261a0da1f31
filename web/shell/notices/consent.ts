import { createObservable } from '#web/shell/start/observable.ts'

/** Null until the user accepts or declines [4.32]. */
export type Consent = 'true' | 'false' | null

/** The key in local storage, which the specification prescribes [9.22]. */
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

/**
 * Whether the banner is open although it was answered before. Each answer sets a new object, which renders readers
 * anew.
 */
export const consentBanner = createObservable({ reopened: false })

export function storeConsent(app: string, consent: 'true' | 'false'): void {
  try {
    localStorage.setItem(consentKey(app), consent)
  } catch {
    // without storage the question comes back at the next visit
  }
  consentBanner.set({ reopened: false })
}

/** Opens the banner again, so that the user can change the answer. */
export function reopenConsent(): void {
  consentBanner.set({ reopened: true })
}
