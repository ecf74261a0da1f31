import { useState, type DragEvent } from 'react'

/** What can be done with the thing being dragged: which rows accept it, and what dropping it on one does. */
export interface RowDrop {
  accepts: (id: string) => boolean
  onDrop: (id: string) => void
}

/**
 * Returns, for a row's id, the props with which the row accepts a drop and is highlighted while something is dragged.
 */
export function useRowDrop(drop: RowDrop | undefined) {
  const [overId, setOverId] = useState<string | null>(null)
  return (id: string) => {
    if (drop === undefined) return {}
    if (!drop.accepts(id)) return { className: 'no' }
    return {
      className: overId === id ? 'may target' : 'may',
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOverId(id)
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOverId(null)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOverId(null)
        drop.onDrop(id)
      },
    }
  }
}
