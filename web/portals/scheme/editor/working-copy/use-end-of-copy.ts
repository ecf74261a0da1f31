import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import type { WorkingCopyState } from '#contract/curriculum/working-copy.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useEditor } from '../editor-context.ts'
import { copyStateKey } from './use-copy-state.ts'

/** Leaves a working copy that was released or dropped for the live scheme, at the same node. */
export function useEndOfCopy() {
  const { raw } = useEditor()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { '*': openNode = '' } = useParams()
  return (state: WorkingCopyState) => {
    void navigate({ pathname: `/scheme/${raw.slug}/${openNode}` }, { replace: true })
    cacheAnswer(queries, copyStateKey(raw.slug), state)
    void queries.invalidateQueries({ queryKey: ['schemes'] })
    // a tree that was fetched before the release
    queries.removeQueries({ queryKey: ['tree', raw.slug], exact: true })
  }
}
