import { useEffect, useRef, type MouseEvent } from 'react'
import { parseAddress } from '#domain/curriculum/address.ts'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'

interface RichTextProps {
  html: string
  /** Called when a link to a node of the scheme is pressed [5.4]. */
  onNode: (nodeId: string) => void
}

/** Formatted text. The sanitiser is loaded only for texts with markup. */
export function RichText({ html, onNode }: RichTextProps) {
  const container = useRef<HTMLDivElement>(null)
  const plain = !/[<&]/.test(html)
  useEffect(() => {
    if (plain) return undefined
    let unmounted = false
    void import('./purify.ts').then(({ sanitizeRichText }) => {
      if (!unmounted) container.current?.replaceChildren(sanitizeRichText(html))
    })
    return () => {
      unmounted = true
    }
  }, [html, plain])
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const address = link ? parseAddress(link.getAttribute('href') ?? '') : null
    if (address?.kind !== 'node') return
    event.preventDefault()
    onNode(address.to)
  }
  if (plain) return <p className="prose">{keepUnitsTogether(html)}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the handler is for the links inside, which the keyboard reaches
    <div ref={container} className="prose rich" onClick={onClick} />
  )
}
