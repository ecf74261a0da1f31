import { useEffect, useRef } from 'react'
import type { RawCurriculum } from '#contract/authoring.ts'
import type { Tree } from '#domain/tree.ts'
import type { Api } from '#web/api/api.ts'
import { useShell } from '#web/shell/shell-context.ts'

export interface LoadedTree {
  raw: RawCurriculum
  tree: Tree
}

interface Asked {
  slug: string
  loaded: Promise<LoadedTree>
  /** The same once it is there, for a page that is made with it at once. */
  there: LoadedTree | null
}

/** A tree that was asked for before the page that shows it is made. */
let asked: Asked | null = null

/** Who pointed at a scheme and has not opened it by then meant something else. */
const KEPT_MS = 10_000
/** A pointer that only passes over a link is gone by then, and so is the keyboard on its way to another. */
const RESTS_MS = 65

async function load(api: Api, slug: string, signal?: AbortSignal): Promise<LoadedTree> {
  const [raw, { treeIn }] = await Promise.all([api.rawCurriculum(slug, signal), import('./editor/transport.ts')])
  return { raw, tree: treeIn(raw) }
}

function askForTree(api: Api, slug: string): void {
  if (asked?.slug === slug) return
  const mine: Asked = { slug, loaded: load(api, slug), there: null }
  asked = mine
  const forget = () => {
    if (asked === mine) asked = null
  }
  mine.loaded.then((loaded) => (mine.there = loaded), forget)
  setTimeout(forget, KEPT_MS)
}

/** The tree of a scheme to edit, where it is there already. */
export function treeThere(slug: string): LoadedTree | null {
  return asked?.slug === slug ? asked.there : null
}

/** Whoever opens a scheme next asks anew. */
export function treeTaken(): void {
  asked = null
}

/** The tree of a scheme to edit, as it was asked for or else asked for now. */
export async function treeAskedFor(api: Api, slug: string, signal: AbortSignal): Promise<LoadedTree> {
  const found = asked?.slug === slug ? asked.loaded : null
  treeTaken()
  return found ?? load(api, slug, signal)
}

/** For a link to a scheme's tree: asks for it as soon as somebody seems to mean it, by pointer, finger or keyboard. */
export function useAskedAhead(slug: string) {
  const { api } = useShell()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const passed = () => clearTimeout(timer.current)
  useEffect(() => passed, [])
  const now = () => askForTree(api, slug)
  const soon = () => {
    passed()
    timer.current = setTimeout(now, RESTS_MS)
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
