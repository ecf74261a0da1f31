import { useCallback, useRef, useState } from 'react'
import type { RegisterInput, SaveResult } from '#web/offline/coach-store.ts'
import { createSaves, type Saves } from './saves.ts'
import { useShowNotSaved } from './use-show-not-saved.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'

type Inputs = readonly RegisterInput[]

export interface RegisterEdits {
  saves: Saves
  /** Saves inputs; `before` holds the values that an undo restores. */
  save: (inputs: Inputs, before: Inputs) => Promise<void>
  undo: () => Promise<void>
  canUndo: boolean
}

/** Saves register entries (attendance, badges and moves) on the device, and undoes them tap by tap. */
export function useRegisterEdits(): RegisterEdits {
  const showNotSaved = useShowNotSaved()
  const { store } = useCoach()
  // a ref and not state, because two quick taps on undo must not undo the same step twice
  const undoSteps = useRef<Inputs[]>([])
  const [canUndo, setCanUndo] = useState(false)
  const [saves] = useState(createSaves)

  const saveInputs = useCallback(
    async (inputs: Inputs): Promise<SaveResult> => {
      const result = await saves.track(store.saveRegisters(inputs))
      if (!result.saved) showNotSaved(result)
      return result
    },
    [showNotSaved, store, saves],
  )
  const save = useCallback(
    async (inputs: Inputs, before: Inputs): Promise<void> => {
      undoSteps.current.push(before)
      setCanUndo(true)
      if ((await saveInputs(inputs)).saved) return
      undoSteps.current = undoSteps.current.filter((step) => step !== before)
      setCanUndo(undoSteps.current.length > 0)
    },
    [saveInputs],
  )
  const undo = useCallback(async (): Promise<void> => {
    const before = undoSteps.current.pop()
    setCanUndo(undoSteps.current.length > 0)
    if (before === undefined) return
    const result = await saveInputs(before)
    // what the rules refuse they would refuse again, and the taps before it could not be undone
    if (result.saved || result.code !== null) return
    undoSteps.current.push(before)
    setCanUndo(true)
  }, [saveInputs])
  return { saves, save, undo, canUndo }
}
