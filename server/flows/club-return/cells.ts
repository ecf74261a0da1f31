import { Check } from 'typebox/value'
import { Uuid } from '#contract/platform/fields.ts'

export const isUuid = (text: string): boolean => Check(Uuid, text)

/** The unix seconds of a time as the files write it; null where it is none, or after `nowMs`. */
export function timeOf(text: string, nowMs = Infinity): number | null {
  const ms = Date.parse(text)
  return Number.isNaN(ms) || ms > nowMs ? null : Math.floor(ms / 1000)
}

/** The cells of a row by their headings. */
export function cellsOfRow(header: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(header.map((heading, index) => [heading, cells[index] ?? '']))
}
