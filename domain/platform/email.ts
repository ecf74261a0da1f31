/** Whether a text is one e-mail address, as [5.9] needs it: no white space, one @, a dot in what follows, nothing that separates addresses. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@,;<>()"\\]+@[^\s@,;<>()"\\.]+(\.[^\s@,;<>()"\\.]+)+$/.test(text)
}
