import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import { createObservable } from '#web/shell/start/observable.ts'
import type { EditorStore } from './session/editor-store.ts'

/** A scheme that is open in the editor, or was left before all its batches were saved. */
export interface OpenEditor {
  /** Id of the user who made the edits of this store. */
  author: string
  raw: RawCurriculum
  /** The working copy that it edits; null for the live tree. */
  copy: string | null
  store: EditorStore
}

/** An editor's address, by which it is known: the live tree and the working copy of a scheme can be open both. */
export const editorPath = (slug: string, isCopy: boolean) => `/scheme/${slug}${isCopy ? '?copy' : ''}`
const pathOf = ({ raw, copy }: OpenEditor) => editorPath(raw.slug, copy !== null)

/**
 * The editors by their path: the open one, and those that the author left before all their batches were
 * saved, which go on sending.
 */
const editors = new Map<string, OpenEditor>()

/** The editor whose save status the header shows. */
export const currentEditor = createObservable<OpenEditor | null>(null)

/** The editor of a scheme that was left with unsaved batches, for the page to reuse when the scheme is opened again. */
export function unsavedEditor(path: string, author: string): OpenEditor | null {
  const editor = editors.get(path)
  return editor?.author === author && editor.store.get().unsavedCount > 0 ? editor : null
}

/** Makes an editor the current one, and keeps it until all its batches are saved. */
export function openEditor(editor: OpenEditor): void {
  editors.set(pathOf(editor), editor)
  currentEditor.set(editor)
}

/**
 * Drops an editor whose page was left, unless it has unsaved batches. The timeout lets the fields of the page add their
 * text as a last batch first.
 */
export function leaveEditor(path: string, store: EditorStore): void {
  setTimeout(() => {
    if (store.get().unsavedCount > 0) return
    if (editors.get(path)?.store === store) editors.delete(path)
    if (currentEditor.get()?.store === store) currentEditor.set(null)
  })
}

/** Whether any editor has batches that are not saved yet. */
export function hasUnsavedBatches(): boolean {
  return [...editors.values()].some(({ store }) => store.get().unsavedCount > 0)
}

/** A logout waits at most this long for batches to be sent. */
const MAX_WAIT_MS = 5_000

/**
 * At logout, waits a moment for batches to be sent and then forgets all editors: a batch whose impact is not confirmed
 * must not be left for the next user of this browser.
 */
export async function closeEditors(): Promise<void> {
  const allIdle = Promise.all([...editors.values()].map(({ store }) => store.idle()))
  await Promise.race([allIdle, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
  editors.clear()
  currentEditor.set(null)
}
