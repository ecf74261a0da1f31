import { useEffect, useRef } from 'react'
import type { ImportPatch } from '#contract/flows/member-imports.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useBeforeLeaving } from '#web/shell/frame/leave-question.tsx'
import { useImportWrites } from './import-data.ts'

/**
 * Saves what was chosen in a step of an import when the step is left by another way than its button, as by a link to
 * another step. The browser asks before the page is closed or reloaded, when nothing could be saved any more. `unsaved` is
 * null while there is nothing to save.
 */
export function useSaveWhenLeft(id: string, unsaved: ImportPatch | null): void {
  const { change } = useImportWrites()
  const { act } = useAct()
  const save = useRef(() => {})
  useEffect(() => {
    save.current = () => {
      if (unsaved !== null) void act(() => change(id, unsaved))
    }
  })
  useEffect(() => () => save.current(), [])
  useBeforeLeaving(unsaved !== null, () => {})
}
