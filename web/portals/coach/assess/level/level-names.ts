import { nodeOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { listed } from '#web/shell/i18n/isolated.ts'

/** The titles of levels, such as `Stage 4, Stage 5`, without deleted ones; empty while the curriculum loads. */
export function levelNames(compiled: CompiledCurriculum | undefined, ids: readonly string[]): string {
  return compiled ? listed(ids.flatMap((id) => nodeOf(compiled, id)?.title ?? [])) : ''
}
