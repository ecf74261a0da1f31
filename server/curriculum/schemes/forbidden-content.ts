import { mayShowContent } from '#domain/curriculum/permissions.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'

/** Refuses edits with content of a type that the client's features do not include [6.11]. */
export function refuseForbiddenContent(edits: readonly Edit[], features: Session['features']): void {
  const forbidden = forbiddenContent(edits, features)
  if (forbidden) throw new Refusal('EDIT_REFUSED', { detail: 'CONTENT_NOT_ALLOWED', field: forbidden.id, ids: [] })
}

/**
 * The first edit or node that has content of a type that the client's features do not include [6.11]; `video` when it
 * is a video of the scheme's settings.
 */
function forbiddenContent(edits: readonly Edit[], features: Session['features']): { id: string } | null {
  for (const edit of edits) {
    if (edit.do === 'add-section' && !mayShowContent(edit.section.type, features)) return edit
    // `what` is the kind of a setting, `now` its new value; without one the video is deleted
    if (edit.do === 'set-settings' && edit.settings.some(({ what, now }) => what === 'video' && now)) {
      if (!mayShowContent('video', features)) return { id: 'video' }
    }
    if (edit.do !== 'add') continue
    const node = edit.nodes.find(({ content }) => content.some(({ type }) => !mayShowContent(type, features)))
    if (node) return node
  }
  return null
}
