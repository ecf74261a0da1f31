/** Whether a text is a PIN: 4 to 8 digits [R3.9]. */
export function isPin(text: string): boolean {
  return /^[0-9]{4,8}$/.test(text)
}
