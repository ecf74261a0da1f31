import { useEffect, useRef } from 'react'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { Tree } from '#domain/curriculum/tree.ts'
import type { Api } from '#web/api/api.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

export interface LoadedTree {
  raw: RawCurriculum
  tree: Tree
  /** Of a tree of which the top came: all of it, where that is on its way already. */
  rest?: Promise<LoadedTree>
}

interface Prefetched {
  loaded: Promise<LoadedTree>
  /** The best of it that is there, for a page that is made with it at once. */
  there: LoadedTree | null
}

/** By scheme the trees that were asked for before the page that shows one is made. */
const asked = new Map<string, Prefetched>()

/** Who pointed at a scheme and has not opened it by then meant something else. */
const KEPT_MS = 10_000
/** A pointer that only passes over a link is gone by then, and so is the keyboard on its way to another. */
const RESTS_MS = 65

async function load(api: Api, slug: string, part: '1' | 'top', signal?: AbortSignal): Promise<LoadedTree> {
  const [raw, { treeIn }] = await Promise.all([
    api.rawCurriculum(slug, part, signal),
    import('../editor/session/transport.ts'),
  ])
  return { raw, tree: treeIn(raw) }
}

/** The whole tree of a scheme. `first` is what there is of it. */
export async function wholeTree(api: Api, slug: string, first: LoadedTree): Promise<LoadedTree> {
  if (first.rest) {
    const { rest } = first
    // a try that failed is not repeated by waiting for it again
    delete first.rest
    return rest
  }
  const [raw, { treeIn }] = await Promise.all([api.rawCurriculum(slug, '1'), import('../editor/session/transport.ts')])
  return { raw, tree: treeIn(raw, raw.revision === first.raw.revision ? first.tree : undefined) }
}

function forget(slug: string, mine: Prefetched): void {
  if (asked.get(slug) === mine) asked.delete(slug)
}

function prefetchTop(api: Api, slug: string): Prefetched {
  const known = asked.get(slug)
  if (known) return known
  const mine: Prefetched = { loaded: load(api, slug, 'top'), there: null }
  asked.set(slug, mine)
  mine.loaded.then(
    (loaded) => (mine.there = loaded),
    () => forget(slug, mine),
  )
  return mine
}

/** Of a scheme that somebody seems to mean. */
function prefetchMeant(api: Api, slug: string): Prefetched {
  const mine = prefetchTop(api, slug)
  setTimeout(forget, KEPT_MS, slug, mine)
  return mine
}

/** Asks for what a press will show, and then for all the rest. */
async function prefetchAll(api: Api, slug: string): Promise<void> {
  const mine = prefetchMeant(api, slug)
  const first = await mine.loaded
  // a page that was opened meanwhile draws first
  if (asked.get(slug) !== mine || !first.raw.top || first.rest) return
  const rest = wholeTree(api, slug, first)
  first.rest = rest
  const whole = await rest
  mine.there = whole
}

/** What there is of a scheme's tree already. */
export function peekTree(slug: string): LoadedTree | null {
  return asked.get(slug)?.there ?? null
}

/** Whoever opens a scheme next asks anew. */
export function forgetPrefetched(): void {
  asked.clear()
}

/** The tree of a scheme to edit, as it was asked for or else asked for now. `part`: what of a large one is to be seen first. */
export async function prefetchedTree(
  api: Api,
  slug: string,
  part: '1' | 'top',
  signal: AbortSignal,
): Promise<LoadedTree> {
  const found = asked.get(slug)?.loaded
  forgetPrefetched()
  return found ?? load(api, slug, part, signal)
}

/** For a link to a scheme's tree: asks for it as soon as somebody seems to mean it, by pointer, finger or keyboard. */
export function usePrefetchOnHover(slug: string) {
  const { api } = useShell()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const passed = () => clearTimeout(timer.current)
  useEffect(() => passed, [])
  const now = () => {
    passed()
    prefetchMeant(api, slug)
  }
  const soon = () => {
    passed()
    // whoever opens the scheme hears what went wrong
    timer.current = setTimeout(() => prefetchAll(api, slug).catch(() => {}), RESTS_MS)
  }
  return {
    onPointerEnter: soon,
    onPointerLeave: passed,
    onFocus: soon,
    onBlur: passed,
    onPointerDown: now,
    onClick: now,
  }
}
