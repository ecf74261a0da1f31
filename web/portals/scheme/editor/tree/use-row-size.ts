import { useEffect, useState } from 'react'

/** The height of a row in pixels; touch screens get higher rows. */
export function useRowSize(): number {
  const [coarse, setCoarse] = useState(() => matchMedia('(pointer: coarse)').matches)
  useEffect(() => {
    const query = matchMedia('(pointer: coarse)')
    const change = () => setCoarse(query.matches)
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [])
  return coarse ? 44 : 32
}
