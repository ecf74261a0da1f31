import { Refusal } from '#server/platform/http/errors.ts'
import type { Refused } from '#domain/curriculum/tree.ts'

/** The refusal of a request whose edits the tree does not allow. */
export function refusalOf({ code, id, ids }: Refused): Refusal {
  return new Refusal('EDIT_REFUSED', { detail: code, field: id, ids })
}
