import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import { createObservable } from '#web/shell/start/observable.ts'
import type { EditorStore } from './session/editor-store.ts'

export interface OpenEditor {
  /** Id of the user whose batches these are. */
  author: string
  raw: RawCurriculum
  store: EditorStore
}

/** Editors by slug: the open one, and those that were left while something waited. What waits is still sent. */
const editors = new Map<string, OpenEditor>()

/** The editor whose saving the frame shows. */
export const currentEditor = createObservable<OpenEditor | null>(null)

/** An editor of the scheme that was left with something waiting; opening the scheme again goes on with it. */
export function leftEditor(slug: string, author: string): OpenEditor | null {
  const editor = editors.get(slug)
  return editor?.author === author && editor.store.get().waiting > 0 ? editor : null
}

export function openEditor(editor: OpenEditor): void {
  editors.set(editor.raw.slug, editor)
  currentEditor.set(editor)
}

/** The page was left. Fields that are left with it hand in their words first. */
export function leaveEditor(slug: string, store: EditorStore): void {
  setTimeout(() => {
    if (store.get().waiting > 0) return
    if (editors.get(slug)?.store === store) editors.delete(slug)
    if (currentEditor.get()?.store === store) currentEditor.set(null)
  })
}

export function somethingWaits(): boolean {
  return [...editors.values()].some(({ store }) => store.get().waiting > 0)
}

/** Nobody waits longer for a logout. */
const LONGEST_MS = 5_000

/** At logout what can be sent is sent; what waits for its author's word is not left for whoever comes next. */
export async function closeEditors(): Promise<void> {
  const all = Promise.all([...editors.values()].map(({ store }) => store.idle()))
  await Promise.race([all, new Promise((end) => setTimeout(end, LONGEST_MS))])
  editors.clear()
  currentEditor.set(null)
}
