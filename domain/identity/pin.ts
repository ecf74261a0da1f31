/**
 * After this many wrong PINs by one person, the PIN works for that person only after its coach has logged in with the
 * password [R3.10]; on a tablet without network, after this many in all [R3.12] (security.md 22).
 */
export const PIN_TRIES = 5

/** Most PINs have four digits. A form that asks for one sends itself after the fourth, unless the coach says otherwise. */
export const USUAL_PIN_DIGITS = 4

/** Whether a text is a PIN: 4 to 8 digits [R3.9]. */
export function isPin(text: string): boolean {
  return /^[0-9]{4,8}$/.test(text)
}
