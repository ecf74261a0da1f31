import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useStreamEvents } from '#web/shell/session/use-stream-events.ts'
import { heardOf, STILL_HERE_MS, stillHere, type People, type Person } from './presence.ts'

/** An author who goes through the tree by the arrow keys is told of where he stops. */
const SETTLE_MS = 400

const NOBODY: People = new Map()

/**
 * The other authors who have the scheme open, and the nodes they are at. Tells them where this author is: on arriving and
 * moving, again while somebody else is here, and on leaving.
 */
export function usePresence(slug: string, node: string | null): readonly Person[] {
  const { api } = useShell()
  const [people, setPeople] = useState(NOBODY)
  const latest = useRef({ node, people })
  useEffect(() => {
    latest.current = { node, people }
  })
  const tell = useCallback(
    (here: boolean) => {
      // nobody needs to know where an author is whose page is hidden; a message that is lost is repeated soon
      if (here && document.hidden) return
      const body = { node: here ? latest.current.node : null, here }
      void api.write('POST', `/curriculum/${slug}/presence`, body).catch(() => undefined)
    },
    [api, slug],
  )
  useStreamEvents((event) => {
    if (event.type === 'hello') tell(true)
    if (event.type !== 'scheme-presence' || event.slug !== slug) return
    // who has just come does not know who is here already
    if (event.here && !latest.current.people.has(event.user)) tell(true)
    setPeople((known) => heardOf(known, event, Date.now()))
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(true), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [node, tell])
  useEffect(() => () => tell(false), [tell])
  const inCompany = people.size > 0
  useEffect(() => {
    if (!inCompany) return undefined
    const timer = setInterval(() => {
      tell(true)
      setPeople((known) => stillHere(known, Date.now()))
    }, STILL_HERE_MS)
    return () => clearInterval(timer)
  }, [inCompany, tell])
  // the same list until somebody moves, because the rows of the tree are drawn from it
  return useMemo(() => [...people.values()], [people])
}
