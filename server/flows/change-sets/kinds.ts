import type { ChangeSetKind } from '#contract/platform/undo.ts'
import { returnKind } from '#server/flows/club-return/undo.ts'
import { importKind } from '#server/flows/imports/undo.ts'
import { mergeKind } from '#server/flows/merges/undo-kind.ts'
import { termBoardKind } from '#server/flows/term-board/undo.ts'
import type { UndoKind } from './kind.ts'
import { membersKind } from './members-kind.ts'

/** All kinds of change sets, by the value of `change_sets.kind`. */
export const undoKinds: Readonly<Record<ChangeSetKind, UndoKind>> = {
  members: membersKind,
  'term-board': termBoardKind,
  import: importKind,
  merge: mergeKind,
  return: returnKind,
}

/** The kind of a row of `change_sets`; undefined for one that a newer process has noted. */
export function kindOf(name: string): UndoKind | undefined {
  return Object.entries(undoKinds).find(([kind]) => kind === name)?.[1]
}
