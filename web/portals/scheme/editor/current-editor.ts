import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import { createObservable } from '#web/shell/start/observable.ts'
import type { EditorStore } from './session/editor-store.ts'

/** A scheme that is open in the editor, or was left before all its batches were saved. */
export interface OpenEditor {
  /** Id of the user who made the edits of this store. */
  author: string
  raw: RawCurriculum
  store: EditorStore
}

/**
 * The editors by the slug of their scheme: the open one, and those that the author left before all their batches were
 * saved, which go on sending.
 */
const editors = new Map<string, OpenEditor>()

/** The editor whose save status the header shows. */
export const currentEditor = createObservable<OpenEditor | null>(null)

/** The editor of a scheme that was left with unsaved batches, for the page to reuse when the scheme is opened again. */
export function unsavedEditor(slug: string, author: string): OpenEditor | null {
  const editor = editors.get(slug)
  return editor?.author === author && editor.store.get().unsavedCount > 0 ? editor : null
}

/** Makes an editor the current one, and keeps it until all its batches are saved. */
export function openEditor(editor: OpenEditor): void {
  editors.set(editor.raw.slug, editor)
  currentEditor.set(editor)
}

/**
 * Drops an editor whose page was left, unless it has unsaved batches. The timeout lets the fields of the page add their
 * text as a last batch first.
 */
export function leaveEditor(slug: string, store: EditorStore): void {
  setTimeout(() => {
    if (store.get().unsavedCount > 0) return
    if (editors.get(slug)?.store === store) editors.delete(slug)
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
