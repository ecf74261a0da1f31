import type { LucideIcon } from 'lucide-react'
import { normalizeForSearch } from '#domain/platform/search.ts'

/** Something that the palette leads to. */
export interface Thing {
  id: string
  name: string
  /** Tells it from others of the same name, such as a number. */
  detail?: string | null | undefined
  /** The path of its page, or what a choice does. */
  to: string | (() => void)
}

/** Things of one kind, such as members, under one heading. */
export interface ThingKind {
  title: string
  icon: LucideIcon
  things: readonly Thing[]
  /** Of a kind that the server searches: what the things answer is not asked yet, is on its way, or failed. */
  isAsking?: boolean
  isFailed?: boolean
}

/** How many things of a kind are shown. */
export const MOST_OF_A_KIND = 6

/**
 * The things with each word of the text in their name or detail, names that begin with the text first. An empty text
 * finds nothing.
 */
export function findThings(things: readonly Thing[], text: string): Thing[] {
  const wanted = normalizeForSearch(text.trim())
  if (wanted === '') return []
  const words = wanted.split(/\s+/)
  const found = things.filter(({ name, detail }) => {
    const searched = normalizeForSearch(`${name} ${detail ?? ''}`)
    return words.every((word) => searched.includes(word))
  })
  const begins = ({ name }: Thing) => normalizeForSearch(name).startsWith(wanted)
  return [...found.filter(begins), ...found.filter((thing) => !begins(thing))].slice(0, MOST_OF_A_KIND)
}
