import { useEffect, useRef } from 'react'
import { useAct } from '#web/desk/use-act.ts'
import { useBeforeLeaving } from '#web/shell/frame/leave-question.tsx'

/**
 * Saves what was entered in a step of an import when the step is left by another way than its button, as by a link to
 * another step. The browser asks before the page is closed or reloaded, when nothing could be saved any more.
 * `saveUnsaved` is null while there is nothing to save.
 */
export function useSaveWhenLeft(saveUnsaved: (() => Promise<unknown>) | null): void {
  const { act } = useAct()
  const save = useRef(() => {})
  useEffect(() => {
    save.current = () => {
      if (saveUnsaved !== null) void act(saveUnsaved)
    }
  })
  useEffect(() => () => save.current(), [])
  useBeforeLeaving(saveUnsaved !== null, () => {})
}
