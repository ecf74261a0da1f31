import type { EditsReply, Impact } from '#contract/curriculum/authoring.ts'
import type { PassValue } from '#domain/curriculum/scheme.ts'
import type { Edit, Refused, Tree } from '#domain/curriculum/tree.ts'
import {
  applyAnswer,
  caughtUp,
  newSession,
  perform,
  reloaded,
  visibleTree,
  undoOrRedo,
  withoutBatches,
  type EditSession,
  type Rebased,
  type TakenBack,
  type RefusalReason,
} from './optimistic-tree.ts'
import { createGate, type HeldEdits } from './gate.ts'

/** What a call came to. `refused`: final, and nothing was saved; `down`: nobody answered, or not now. */
export type Outcome<T> =
  | { ok: true; value: T }
  | { ok: false; down: true }
  | { ok: false; down: false; why: RefusalReason }

/** The way to the server. A repeated `send` carries the id and body of the first, so that it is done once. */
export interface Transport {
  send(id: string, body: { base: number; edits: readonly Edit[] }): Promise<Outcome<EditsReply>>
  since(revision: number): Promise<Outcome<EditsReply>>
  load(): Promise<Outcome<{ revision: number; tree: Tree }>>
  impact(edits: readonly Edit[]): Promise<Outcome<Impact>>
  newId(): string
  /** Waits before try `attempt` + 1; resolves sooner when the network is back. */
  pause(attempt: number): Promise<void>
}

export interface EditorView {
  tree: Tree
  revision: number
  /** Batches that the server does not have yet. */
  waiting: number
  state: 'saved' | 'saving' | 'offline' | 'held'
  held: HeldEdits | null
  /** Not yet read by the author. */
  takenBack: readonly TakenBack[]
  /** Grows when settings of the whole scheme, which the tree does not hold, may have changed. */
  settingsVersion: number
  canUndo: boolean
  canRedo: boolean
}

export type EditorStore = ReturnType<typeof createEditorStore>

/**
 * The live end of an edit session: batches go out one at a time in their order, what others did comes in, and nothing is sent that
 * would change a child's level without a word of the author.
 */
export function createEditorStore(
  start: { revision: number; tree: Tree; grades: readonly PassValue[] },
  transport: Transport,
) {
  let session: EditSession = newSession(start.revision, start.tree)
  let keys = 0
  /** The batch that was sent and not answered yet, exactly as it went out. */
  let sent: { key: number; id: string; body: { base: number; edits: readonly Edit[] } } | null = null
  /** The newest revision heard of. */
  let heard = start.revision
  /** Something may have been missed. */
  let stale = false
  const gate = createGate(start.grades, () => session)
  let takenBack: readonly TakenBack[] = []
  let settingsVersion = 0
  let state: EditorView['state'] = 'saved'
  let running: Promise<void> | null = null
  let again = false
  const listeners = new Set<() => void>()
  let view = makeView()

  function makeView(): EditorView {
    return {
      tree: visibleTree(session),
      revision: session.revision,
      waiting: session.pending.length,
      // a batch may have to wait for what others did
      state: state === 'saved' && session.pending.length > 0 ? 'saving' : state,
      held: gate.held(),
      takenBack,
      settingsVersion,
      canUndo: session.done.length > 0,
      canRedo: session.undone.length > 0,
    }
  }

  function notify(): void {
    const next = makeView()
    // whoever asks what was missed mostly hears that it was nothing: then nothing is drawn again
    if ((Object.keys(next) as (keyof EditorView)[]).every((field) => Object.is(next[field], view[field]))) return
    view = next
    for (const listener of listeners) listener()
  }

  function take(next: Rebased): void {
    session = next.session
    if (next.takenBack.length > 0) takenBack = [...takenBack, ...next.takenBack]
    notify()
  }

  /** Calls until somebody answers. */
  async function asked<T>(call: () => Promise<Outcome<T>>): Promise<Exclude<Outcome<T>, { down: true }>> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await call()
      if (outcome.ok || !outcome.down) return outcome
      if (state !== 'offline') {
        state = 'offline'
        notify()
      }
      await transport.pause(attempt)
    }
  }

  /** Settings pages change a scheme without a batch; a batch of a file has them with it. */
  function noticeSettings({ revision, batches }: EditsReply): void {
    const other = batches === null || revision - session.revision > batches.length
    if (other || batches.some(({ edits }) => edits.some((edit) => edit.do === 'set-settings'))) settingsVersion++
  }

  async function loadAnew(saved: boolean): Promise<void> {
    const loaded = await asked(() => transport.load())
    // the scheme is gone, or no longer ours: sending will say so
    if (!loaded.ok) return
    heard = Math.max(heard, loaded.value.revision)
    take(reloaded(session, loaded.value.revision, loaded.value.tree, saved))
  }

  async function catchUp(): Promise<void> {
    stale = false
    const answer = await asked(() => transport.since(session.revision))
    if (!answer.ok) {
      // the scheme is gone, or no longer ours: sending will say so
      heard = session.revision
      return
    }
    heard = Math.max(heard, answer.value.revision)
    noticeSettings(answer.value)
    const next = caughtUp(session, answer.value)
    if (next) take(next)
    else await loadAnew(false)
  }

  async function impactOf(edits: readonly Edit[]): Promise<Impact | null> {
    const answer = await asked(() => transport.impact(edits))
    return answer.ok ? answer.value : null
  }

  async function sendFirst(): Promise<void> {
    const [first] = session.pending
    if (!first) return
    sent = { key: first.key, id: transport.newId(), body: { base: session.revision, edits: first.edits } }
    const { id, body } = sent
    const answer = await asked(() => transport.send(id, body))
    sent = null
    if (answer.ok) {
      heard = Math.max(heard, answer.value.revision)
      noticeSettings(answer.value)
      const next = applyAnswer(session, answer.value)
      if (next) take(next)
      else await loadAnew(true)
      return
    }
    const next = withoutBatches(session, new Set([first.key]))
    take({ ...next, takenBack: [{ batch: first, why: answer.why }, ...next.takenBack] })
    stale = true
  }

  async function run(): Promise<void> {
    for (;;) {
      again = false
      if (heard > session.revision || stale) {
        await catchUp()
        continue
      }
      if (session.pending.length === 0) {
        gate.forget()
        break
      }
      if (state !== 'saving') {
        state = 'saving'
        notify()
      }
      if (await gate.mayGo(impactOf)) await sendFirst()
      // a batch that came while the question was out is asked about too
      else if (!again && gate.holds()) break
    }
    state = session.pending.length === 0 ? 'saved' : 'held'
    notify()
  }

  function wake(): void {
    again = true
    running ??= run().finally(() => {
      running = null
      // a batch may have come between the last look and the end
      if (again && needsRun()) wake()
    })
  }

  function needsRun(): boolean {
    return stale || heard > session.revision || (session.pending.length > 0 && !gate.holds())
  }

  function turned(way: 'undo' | 'redo'): Refused | null {
    const next = undoOrRedo(session, way, ++keys, sent?.key ?? null)
    if (!next) return null
    session = next.session
    notify()
    wake()
    return next.refused
  }

  return {
    get: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Does edits as one batch, at once on this page. Answers why not, when the tree does not allow it. `say` is called
     * when the batch goes out: not while the author is asked about it, and never when it was taken back.
     */
    edit(edits: readonly Edit[], say?: () => void): Refused | null {
      const next = perform(session, ++keys, edits)
      if ('code' in next) return next
      session = next
      if (say) gate.sayOf(keys, say)
      notify()
      wake()
      return null
    },
    undo: () => turned('undo'),
    redo: () => turned('redo'),

    /** The author has read who gains and who loses, and wants it. */
    release(): void {
      if (gate.release()) wake()
    },
    /** Takes back the waiting batches that would change levels; the others stay. */
    takeBack(): void {
      if (!gate.held()) return
      const changing = gate.changing(sent?.key ?? null)
      gate.forget()
      take(withoutBatches(session, changing))
      wake()
    },

    /** Another author, or this one on another page, saved a batch. */
    hear(revision: number): void {
      if (revision <= heard) return
      heard = revision
      wake()
    },
    regrade: gate.regrade,
    /** The tree was requested a while ago, or the event stream was away: what others saved since is requested. */
    mayHaveMissed(): void {
      stale = true
      wake()
    },
    read: (): void => {
      takenBack = []
      notify()
    },
    /** Resolves when nothing is under way any more. */
    async idle(): Promise<void> {
      while (running) await running
    },
  }
}
