import { useEffect, useRef, type MouseEvent } from 'react'
import { addressOf } from '#domain/curriculum/address.ts'
import { unbroken } from '#web/ui/unbroken.ts'

interface RichTextProps {
  html: string
  /** A link to a node of the scheme was pressed [5.4]. */
  onNode: (nodeId: string) => void
}

/** Formatted text. What makes it safe is loaded when there is something to make safe. */
export function RichText({ html, onNode }: RichTextProps) {
  const place = useRef<HTMLDivElement>(null)
  const plain = !/[<&]/.test(html)
  useEffect(() => {
    if (plain) return undefined
    let left = false
    void import('./purify.ts').then(({ purified }) => {
      if (!left) place.current?.replaceChildren(purified(html))
    })
    return () => {
      left = true
    }
  }, [html, plain])
  const pressed = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const address = link ? addressOf(link.getAttribute('href') ?? '') : null
    if (address?.kind !== 'node') return
    event.preventDefault()
    onNode(address.to)
  }
  if (plain) return <p className="prose">{unbroken(html)}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are what is pressed, by key too
    <div ref={place} className="prose rich" onClick={pressed} />
  )
}
