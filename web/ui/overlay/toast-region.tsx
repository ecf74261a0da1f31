import { useEffect, useRef, type ReactNode, type RefObject } from 'react'

/** Tells the page's styles how much of its foot messages take, so that no button lies under them. */
function useToastRoom(): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = region
    if (current === null) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const { top, height } = current.getBoundingClientRect()
      style.setProperty('--toast-room', `${height === 0 ? 0 : window.innerHeight - top}px`)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return region
}

/** The live region at the foot of the page. It must stand in the page before its first message, or nobody hears it. It lies above open dialogs. */
export function ToastRegion({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section
      ref={useToastRoom()}
      className="toasts"
      data-react-aria-top-layer="true"
      aria-label={label}
      aria-live="polite"
      aria-relevant="additions"
    >
      {children}
    </section>
  )
}
