/** One part of a host name, between two dots. */
const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'

/** Whether a text in lower case is a host name, or a domain. */
export function isHostname(text: string): boolean {
  return text.length <= 253 && new RegExp(`^${LABEL}(\\.${LABEL})*$`).test(text)
}
