import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** How long a page that is opened again may take until it is as long as it was. */
const WAIT_MS = 3_000
const USER_INPUT = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Offsets in pixels: under '' that of the window, else that of the element with this `data-scroll`. */
type Offsets = Record<string, number>
const positions = new Map<string, Offsets>()

const listOf = (name: string) => document.querySelector(`[data-scroll="${name}"]`)

/** Scrolls to each offset that can be reached by now, and returns whether all were. */
function scrollTo(offsets: Offsets): boolean {
  return Object.entries(offsets).every(([name, top]) => {
    const scroller = name === '' ? document.scrollingElement : listOf(name)
    if (scroller === null || scroller.scrollHeight - scroller.clientHeight < top) return false
    scroller.scrollTop = top
    return true
  })
}

/** Scrolls there as soon as the page is long enough, unless the user does something first. Returns how to stop it. */
function scrollWhenLoaded(offsets: Offsets): () => void {
  const end = performance.now() + WAIT_MS
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const input of USER_INPUT) removeEventListener(input, stop, true)
  }
  const tryNow = () => {
    if (scrollTo(offsets) || performance.now() > end) stop()
    else frame = requestAnimationFrame(tryNow)
  }
  for (const input of USER_INPUT) addEventListener(input, stop, { capture: true, passive: true })
  tryNow()
  return stop
}

/**
 * A new path starts at its top, and Back leads to where the user was, in the window and in lists that scroll by
 * themselves (`data-scroll` with a name). A path that only gets another query stays where it is: a dialog or panel
 * opens, or a filter changes.
 */
export function useScrollPosition(): void {
  const { hash, key, pathname } = useLocation()
  const action = useNavigationType()
  const shown = useRef({ key, pathname })
  useLayoutEffect(() => {
    // the browser would scroll before the page is there; only after a reload it is left to the browser
    const setRestoration = () => (history.scrollRestoration = 'manual')
    const setReload = () => (history.scrollRestoration = 'auto')
    const remember = ({ target }: Event) => {
      const name = target === document ? '' : target instanceof HTMLElement ? target.dataset['scroll'] : undefined
      if (name === undefined) return
      const top = name === '' ? scrollY : (listOf(name)?.scrollTop ?? 0)
      positions.set(shown.current.key, { ...positions.get(shown.current.key), [name]: top })
    }
    setRestoration()
    addEventListener('pageshow', setRestoration)
    addEventListener('pagehide', setReload)
    addEventListener('scroll', remember, { capture: true, passive: true })
    return () => {
      removeEventListener('pageshow', setRestoration)
      removeEventListener('pagehide', setReload)
      removeEventListener('scroll', remember, { capture: true })
    }
  }, [])
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { key, pathname }
    // the first page, and a link within a page, are scrolled by the browser
    if (before.key === key || (hash !== '' && before.pathname === pathname)) return undefined
    if (action === 'POP') return scrollWhenLoaded(positions.get(key) ?? { '': 0 })
    if (before.pathname === pathname) positions.set(key, { ...positions.get(before.key) })
    else window.scrollTo(0, 0)
    return undefined
  }, [action, hash, key, pathname])
}
