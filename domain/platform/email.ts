/**
 * Whether a text is one e-mail address [5.9]: one @ with a dot after it, no white space, and no sign that separates
 * addresses.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@,;<>()"\\]+@[^\s@,;<>()"\\.]+(\.[^\s@,;<>()"\\.]+)+$/.test(text)
}
