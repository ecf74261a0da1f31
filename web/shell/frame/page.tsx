import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** Only pages after the first take the focus, so that a fresh load starts at the top of the document. */
let firstPageShown = false

/** A page's content. It sets the document's title, and takes the focus when the user comes from another page. */
export function Page({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const { client } = useShell()
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = `${title} · ${client.name}`
  }, [title, client.name])
  useEffect(() => {
    // where the page is scrolled to is not the focus's matter (useScrollPosition)
    if (firstPageShown) main.current?.focus({ preventScroll: true })
    firstPageShown = true
  }, [])
  return (
    <main ref={main} id="main" tabIndex={-1} className={classNames('page', className)}>
      {children}
    </main>
  )
}
