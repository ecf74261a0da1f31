import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed, for content that is on paper only and too much for the screen. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const onPaper = matchMedia('print')
    // at once, because the browser lays the paper out when these listeners have returned
    const show = (isPrinting: boolean) => flushSync(() => setPrinting(isPrinting))
    const onBegin = () => show(true)
    const onEnd = () => show(false)
    // Chromium also prints without these events, and then changes the media only
    const onChange = () => show(onPaper.matches)
    window.addEventListener('beforeprint', onBegin)
    window.addEventListener('afterprint', onEnd)
    onPaper.addEventListener('change', onChange)
    return () => {
      window.removeEventListener('beforeprint', onBegin)
      window.removeEventListener('afterprint', onEnd)
      onPaper.removeEventListener('change', onChange)
    }
  }, [])
  return printing
}
