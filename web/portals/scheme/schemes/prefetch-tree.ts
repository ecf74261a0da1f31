import { useEffect, useRef } from 'react'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { Tree } from '#domain/curriculum/tree.ts'
import type { Api } from '#web/api/api.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

export interface LoadedTree {
  raw: RawCurriculum
  tree: Tree
}

interface Prefetched {
  loaded: Promise<LoadedTree>
  /** It, once it is there, for a page that is made with it at once. */
  there: LoadedTree | null
}

/** By scheme the trees that were asked for before the page that shows one is made. */
const asked = new Map<string, Prefetched>()

/** Who pointed at a scheme and has not opened it by then meant something else. */
const KEPT_MS = 10_000
/** A pointer that only passes over a link is gone by then, and so is the keyboard on its way to another. */
const RESTS_MS = 65

async function load(api: Api, slug: string, signal?: AbortSignal): Promise<LoadedTree> {
  const [raw, { treeIn }] = await Promise.all([
    api.rawCurriculum(slug, signal),
    import('../editor/session/transport.ts'),
  ])
  return { raw, tree: treeIn(raw) }
}

function forget(slug: string, mine: Prefetched): void {
  if (asked.get(slug) === mine) asked.delete(slug)
}

/** Of a scheme that somebody seems to mean. */
function prefetch(api: Api, slug: string): void {
  const known = asked.get(slug)
  const mine: Prefetched = known ?? { loaded: load(api, slug), there: null }
  asked.set(slug, mine)
  setTimeout(forget, KEPT_MS, slug, mine)
  if (known) return
  mine.loaded.then(
    (loaded) => (mine.there = loaded),
    () => forget(slug, mine),
  )
}

/** What there is of a scheme's tree already. */
export function peekTree(slug: string): LoadedTree | null {
  return asked.get(slug)?.there ?? null
}

/** Whoever opens a scheme next asks anew. */
export function forgetPrefetched(): void {
  asked.clear()
}

/** The tree of a scheme to edit, as it was asked for or else asked for now. */
export async function prefetchedTree(api: Api, slug: string, signal: AbortSignal): Promise<LoadedTree> {
  const found = asked.get(slug)?.loaded
  forgetPrefetched()
  return found ?? load(api, slug, signal)
}

/** For a link to a scheme's tree: asks for it as soon as somebody seems to mean it, by pointer, finger or keyboard. */
export function usePrefetchOnHover(slug: string) {
  const { api } = useShell()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const passed = () => clearTimeout(timer.current)
  useEffect(() => passed, [])
  const now = () => {
    passed()
    prefetch(api, slug)
  }
  const soon = () => {
    passed()
    timer.current = setTimeout(prefetch, RESTS_MS, api, slug)
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
