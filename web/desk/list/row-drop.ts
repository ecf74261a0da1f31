import { useState, type DragEvent } from 'react'

/** Something is being dragged that rows of the list can take. */
export interface RowDrop {
  takes: (id: string) => boolean
  onDrop: (id: string) => void
}

/** What makes a row take what is dropped on it; rows that take it are lit meanwhile. */
export function useRowDrop(drop: RowDrop | undefined) {
  const [over, setOver] = useState<string | null>(null)
  return (id: string) => {
    if (drop === undefined) return {}
    if (!drop.takes(id)) return { className: 'no' }
    return {
      className: over === id ? 'may target' : 'may',
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(id)
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(null)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(null)
        drop.onDrop(id)
      },
    }
  }
}
