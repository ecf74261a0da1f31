/** What the doctor found about one thing; docs/operate/doctor.md says what to do about each. */
export interface Finding {
  /** The name of the check, which is also its heading in the documentation. */
  check: string
  state: 'ok' | 'warn' | 'fail'
  /** What is so, in one line. */
  text: string
  /** What to do about it; only of a warning or failure. */
  advice?: string
}

export const ok = (check: string, text: string): Finding => ({ check, state: 'ok', text })
export const warn = (check: string, text: string, advice: string): Finding => ({ check, state: 'warn', text, advice })
export const fail = (check: string, text: string, advice: string): Finding => ({ check, state: 'fail', text, advice })

/** The first few of many names, and how many more there are. */
export function some(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ')
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}
