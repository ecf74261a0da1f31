/** After so many wrong PINs only a login with the password unlocks the PIN [R3.10], [R3.12] (security.md 22). */
export const PIN_TRIES = 5

/** Whether a text is a PIN: 4 to 8 digits [R3.9]. */
export function isPin(text: string): boolean {
  return /^[0-9]{4,8}$/.test(text)
}
