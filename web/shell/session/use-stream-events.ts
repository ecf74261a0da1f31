import { useEffect, useRef } from 'react'
import type { StreamEvent } from '#contract/platform/events.ts'
import { followSharedEvents } from './shared-events.ts'
import { useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'

/**
 * Calls `onEvent` for each event that the server sends this user, while the component is mounted and a user is logged
 * in.
 */
export function useStreamEvents(onEvent: (event: StreamEvent) => void): void {
  const { api } = useShell()
  const loggedIn = useLoggedIn()
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(() => {
    if (!loggedIn) return undefined
    const stop = new AbortController()
    followSharedEvents(api, (event) => latest.current(event), stop.signal)
    return () => stop.abort()
  }, [api, loggedIn])
}

/**
 * Calls `reload` after each event that `changes` accepts, and each time the stream was opened: what changed before, or
 * while it was broken, was not announced.
 */
export function useReloadOnEvents(changes: (event: StreamEvent) => boolean, reload: () => void): void {
  useStreamEvents((event) => {
    if (event.type === 'hello' || changes(event)) reload()
  })
}
