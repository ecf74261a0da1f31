/**
 * Whether a text is one e-mail address [5.9]: one @ with a dot after it, no white space, and none of the signs that
 * separate or enclose addresses in a mail header. SMTP allows 254 characters.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@,;<>()"\\]+@[^\s@,;<>()"\\.]+(\.[^\s@,;<>()"\\.]+)+$/.test(text)
}
