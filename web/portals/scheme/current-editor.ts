import { createObservable } from '#web/shell/observable.ts'
import type { EditorStore } from './editor/editor-store.ts'

/** The open editor, for the part of the frame that stands outside its page: how far saving is. */
export const currentEditor = createObservable<EditorStore | null>(null)
