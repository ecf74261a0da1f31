/** Whether a text is a PIN: 4 to 8 digits (domain.md 5). */
export function isPin(text: string): boolean {
  return /^[0-9]{4,8}$/.test(text)
}
