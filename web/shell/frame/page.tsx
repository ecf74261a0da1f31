import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** Set by the first page: only later ones take the focus, so that a fresh load starts at the top. */
let shown = false

/** A page's content: names the document and takes the focus when one comes from another page. */
export function Page({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const { client } = useShell()
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = `${title} · ${client.name}`
  }, [title, client.name])
  useEffect(() => {
    if (shown) main.current?.focus()
    shown = true
  }, [])
  return (
    <main ref={main} id="main" tabIndex={-1} className={classNames('page', className)}>
      {children}
    </main>
  )
}
