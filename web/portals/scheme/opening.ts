import type { RawCurriculum } from '#contract/authoring.ts'
import type { Api } from '#web/api/api.ts'

/** A tree that was asked for by the press on its link, before the page that shows it is made. */
let asked: { slug: string; raw: Promise<RawCurriculum> } | null = null

/** Longer than a page takes to be made; what is older could be out of date. */
const KEPT_MS = 2_000

export function askForTree(api: Api, slug: string): void {
  const mine = { slug, raw: api.rawCurriculum(slug) }
  asked = mine
  // the page that takes it says so
  mine.raw.catch(() => undefined)
  setTimeout(() => {
    if (asked === mine) asked = null
  }, KEPT_MS)
}

/** The tree of a scheme to edit, once. */
export async function treeAskedFor(api: Api, slug: string, signal: AbortSignal): Promise<RawCurriculum> {
  const found = asked?.slug === slug ? asked.raw : null
  asked = null
  return found ?? api.rawCurriculum(slug, signal)
}
