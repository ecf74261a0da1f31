import { useState, type DragEvent } from 'react'

/** What can be done with the thing being dragged: which rows accept it, and what dropping it on one does. */
export interface RowDrop {
  takes: (id: string) => boolean
  onDrop: (id: string) => void
}

/** Returns, for a row's id, the props with which the row accepts a drop and is highlighted while something is dragged. */
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
