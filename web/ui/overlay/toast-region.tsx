import { useEffect, useRef, type ReactNode, type RefObject } from 'react'

/** Sets `--toast-room` to the height that messages take at the bottom of the page, so that they cover no buttons. */
function useToastRoom(): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current: element } = region
    if (element === null) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const { top, height } = element.getBoundingClientRect()
      style.setProperty('--toast-room', `${height === 0 ? 0 : window.innerHeight - top}px`)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return region
}

/**
 * The live region for messages at the bottom of the page, above open dialogs: `data-react-aria-top-layer` keeps React
 * Aria from hiding it behind them. It must be rendered before its first message, or screen readers do not announce that.
 */
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
