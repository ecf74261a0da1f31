import { useEffect, useState } from 'react'

/** Rows are as high as the density says; fingers need more. */
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
