import type { EditsReply, Impact, TextClash } from '#contract/curriculum/authoring.ts'
import type { OwnSteps } from '#contract/curriculum/history.ts'
import type { PassValue } from '#domain/curriculum/scheme.ts'
import { textKey, writtenTexts, type ReplacedText, type TextRef } from '#domain/curriculum/edits/clashes.ts'
import type { Edit, Refused, Tree } from '#domain/curriculum/tree.ts'
import {
  applyAnswer,
  applyOthersBatches,
  newSession,
  perform,
  savedEdits,
  stepOf,
  takeBack,
  withKnownSteps,
  withoutClashes,
  withReloadedTree,
  withSavedStep,
  visibleTree,
  undoOrRedo,
  withoutBatches,
  type EditSession,
  type Rebased,
  type DiscardedBatch,
  type RefusalReason,
} from './optimistic-tree.ts'
import { pendingForCopy, type ForCopy } from './for-copy.ts'
import { createGate, type HeldEdits } from './gate.ts'

/**
 * The outcome of a request. `retry`: it may succeed later, because the server could not be reached, was busy or wants a
 * new login. Otherwise the refusal is final.
 */
export type Outcome<T> =
  | { ok: true; value: T }
  | { ok: false; retry: true }
  | { ok: false; retry: false; reason: RefusalReason }

/**
 * A batch as it is sent; `replaced` are the texts that the author saw and replaces, `step` is the step that the batch takes
 * back or makes again.
 */
export interface SentBatch {
  base: number
  edits: readonly Edit[]
  replaced?: readonly ReplacedText[]
  step?: { revision: number; forward: boolean }
}

/** The refusals after which the field is gone in which a text was typed. */
const GONE: ReadonlySet<string> = new Set(['NODE_NOT_FOUND', 'SECTION_NOT_FOUND'])

/** A text that the author typed into a node or section that another author has deleted meanwhile. */
export interface LostText extends TextRef {
  text: string
}

/** Edits that were discarded, and why. */
interface DiscardedEdits {
  batch: Pick<DiscardedBatch['batch'], 'edits' | 'forward'>
  reason: RefusalReason
}

/** The texts that the author typed in discarded edits. An undo only puts an older text back. */
function typedTexts(discarded: readonly DiscardedEdits[]): LostText[] {
  const edits = discarded.flatMap(({ batch }) => (batch.forward ? batch.edits : []))
  return writtenTexts(edits).flatMap(({ now, ...text }) => (now === null ? [] : [{ ...text, text: now }]))
}

/** The store's requests to the server. A retried `send` repeats the id and the body, so that the batch is saved once. */
export interface Transport {
  send(id: string, body: SentBatch): Promise<Outcome<EditsReply>>
  /** What the author can undo and redo from before this session. */
  ownSteps(): Promise<Outcome<OwnSteps>>
  batchesSince(revision: number): Promise<Outcome<EditsReply>>
  loadTree(): Promise<Outcome<{ revision: number; tree: Tree }>>
  impact(edits: readonly Edit[]): Promise<Outcome<Impact>>
  /** An id for a new `send`. */
  newId(): string
  /** Waits after failed attempt number `attempt`, from 0; resolves early when the network returns. */
  pause(attempt: number): Promise<void>
}

/** The state of the store for the components: it is immutable, and the same object until something changes. */
export interface EditorSnapshot {
  tree: Tree
  revision: number
  /** How many batches and texts are not saved yet. */
  unsavedCount: number
  /**
   * `held`: the gate holds the pending batches until the author confirms their impact, or a text waits for the author's
   * choice because another author has changed it.
   */
  state: 'saved' | 'saving' | 'offline' | 'held'
  held: HeldEdits | null
  /** Batches that were discarded and that the author was not told about yet. */
  discarded: readonly DiscardedEdits[]
  /** Texts of discarded batches, which are nowhere else. */
  lostTexts: readonly LostText[]
  /** Texts that were not saved, because another author has changed them since this one saw them. */
  clashes: readonly TextClash[]
  /** Grows when the scheme's settings (scales, sections, videos), which are not in the tree, may have changed. */
  settingsVersion: number
  canUndo: boolean
  canRedo: boolean
}

export type EditorStore = ReturnType<typeof createEditorStore>

/**
 * Keeps an edit session in sync with the server: sends the pending batches in order, one at a time, and applies the batches
 * of other authors. The gate holds batches that would change members' levels until the author confirms them.
 */
export function createEditorStore(
  start: { revision: number; tree: Tree; grades: readonly PassValue[] },
  transport: Transport,
) {
  let session: EditSession = newSession(start.revision, start.tree)
  /** The key of the newest batch. */
  let lastKey = 0
  /** The request that was sent and is not answered yet; a retry repeats it. */
  let sent: { key: number; id: string; body: SentBatch } | null = null
  /** The newest revision that the server is known to have. */
  let newestRevision = start.revision
  /** Whether the steps from before this session were asked for. */
  let knowsSteps = false
  /** Whether batches of others may have been missed, so that the server must be asked. */
  let stale = false
  const gate = createGate(start.grades, () => session)
  let discarded: readonly DiscardedEdits[] = []
  let lostTexts: readonly LostText[] = []
  let clashes: readonly TextClash[] = []
  let settingsVersion = 0
  let state: EditorSnapshot['state'] = 'saved'
  /** The running sync loop; null when it has ended. */
  let running: Promise<void> | null = null
  /** Whether `wake` was called since the sync loop last checked, so that it must check again. */
  let wakeAgain = false
  const listeners = new Set<() => void>()
  let snapshot = takeSnapshot()

  function takeSnapshot(): EditorSnapshot {
    return {
      tree: visibleTree(session),
      revision: session.revision,
      unsavedCount: session.pending.length + clashes.length,
      // a batch may be pending while the store fetches the batches of others
      state: state === 'saved' && session.pending.length > 0 ? 'saving' : state,
      held: gate.held(),
      discarded,
      lostTexts,
      clashes,
      settingsVersion,
      canUndo: session.undoStack.length > 0,
      canRedo: session.redoStack.length > 0,
    }
  }

  /** Takes a new snapshot and tells the listeners, if anything changed. */
  function notify(): void {
    const next = takeSnapshot()
    // asking the server for missed batches mostly finds none: the same snapshot object then avoids a render
    if ((Object.keys(next) as (keyof EditorSnapshot)[]).every((field) => Object.is(next[field], snapshot[field])))
      return
    snapshot = next
    for (const listener of listeners) listener()
  }

  function applyRebased(next: Rebased): void {
    session = next.session
    if (next.discarded.length > 0) discarded = [...discarded, ...next.discarded]
    notify()
  }

  /** Repeats a request until the server answers it. */
  async function untilAnswered<T>(call: () => Promise<Outcome<T>>): Promise<Exclude<Outcome<T>, { retry: true }>> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await call()
      if (outcome.ok || !outcome.retry) return outcome
      if (state !== 'offline') {
        state = 'offline'
        notify()
      }
      await transport.pause(attempt)
    }
  }

  /**
   * Raises `settingsVersion` if the scheme's settings may have changed: the settings page saves a revision that has no
   * batch, and the batch of an imported file contains changes of settings.
   */
  function noteSettingsChange({ revision, batches }: EditsReply): void {
    const savedWithoutBatch = batches === null || revision - session.revision > batches.length
    if (savedWithoutBatch || batches.some(({ edits }) => edits.some((edit) => edit.do === 'set-settings')))
      settingsVersion++
  }

  /** Keeps the texts that were not saved; of one that was written several times, the last. */
  function noteClashes({ clashes: found = [] }: EditsReply): void {
    if (found.length === 0) return
    const keys = new Set(found.map(textKey))
    clashes = [...clashes.filter((clash) => !keys.has(textKey(clash))), ...found]
  }

  /** Loads the whole tree again. `firstIsSaved`: the server has saved the first pending batch, so the tree contains it. */
  async function reloadTree({ firstIsSaved }: { firstIsSaved: boolean }): Promise<void> {
    const loaded = await untilAnswered(() => transport.loadTree())
    // the scheme was deleted or is no longer this client's; the next batch is then refused
    if (!loaded.ok) return
    newestRevision = Math.max(newestRevision, loaded.value.revision)
    applyRebased(withReloadedTree(session, loaded.value.revision, loaded.value.tree, firstIsSaved))
  }

  /** Fetches the batches that others saved, and applies them. */
  async function catchUp(): Promise<void> {
    stale = false
    const answer = await untilAnswered(() => transport.batchesSince(session.revision))
    if (!answer.ok) {
      // the scheme was deleted or is no longer this client's; the next batch is then refused. The loop would ask again
      // as long as the server had a newer revision
      newestRevision = session.revision
      return
    }
    newestRevision = Math.max(newestRevision, answer.value.revision)
    noteSettingsChange(answer.value)
    const next = applyOthersBatches(session, answer.value)
    if (next) applyRebased(next)
    else await reloadTree({ firstIsSaved: false })
  }

  /** Which members would gain or lose a level by the edits; null when the server refuses the edits. */
  async function impactOf(edits: readonly Edit[]): Promise<Impact | null> {
    const answer = await untilAnswered(() => transport.impact(edits))
    return answer.ok ? answer.value : null
  }

  /** Sends the first pending batch and applies the answer. */
  async function sendFirst(): Promise<void> {
    const [first] = session.pending
    if (!first) return
    const step = stepOf(session, first)
    const ofStep = step === undefined ? {} : { step: { revision: step, forward: first.forward } }
    const replaced = first.replaced.length > 0 ? { replaced: first.replaced } : {}
    const batch = { base: session.revision, edits: first.edits, ...replaced, ...ofStep }
    sent = { key: first.key, id: transport.newId(), body: batch }
    const { id, body } = sent
    const answer = await untilAnswered(() => transport.send(id, body))
    sent = null
    if (answer.ok) {
      newestRevision = Math.max(newestRevision, answer.value.revision)
      noteSettingsChange(answer.value)
      noteClashes(answer.value)
      if (savedEdits(first, answer.value).length > 0) session = withSavedStep(session, answer.value.revision)
      const next = applyAnswer(session, answer.value)
      if (next) {
        applyRebased(next)
        return
      }
      session = withoutClashes(session, answer.value)
      await reloadTree({ firstIsSaved: true })
      return
    }
    const next = withoutBatches(session, new Set([first.key]))
    applyRebased({ ...next, discarded: [{ batch: first, reason: answer.reason }, ...next.discarded] })
    // a refusal mostly comes from a batch of another author that this session does not have yet
    stale = true
  }

  /** The sync loop: catches up and sends until nothing is left to do, or the gate holds the pending batches. */
  async function run(): Promise<void> {
    for (;;) {
      wakeAgain = false
      if (newestRevision > session.revision || stale) {
        await catchUp()
        continue
      }
      if (session.pending.length === 0) {
        gate.forgetHeld()
        break
      }
      if (state !== 'saving') {
        state = 'saving'
        notify()
      }
      if (await gate.mayBeSent(impactOf)) await sendFirst()
      // a batch that was added while the server computed the impact needs a new check
      else if (!wakeAgain && gate.holds()) break
    }
    state = session.pending.length + clashes.length === 0 ? 'saved' : 'held'
    notify()
  }

  /** Starts the sync loop, or makes the running one check again. */
  function wake(): void {
    wakeAgain = true
    running ??= run().finally(() => {
      running = null
      // a batch may have been added after the loop's last check
      if (wakeAgain && needsRun()) wake()
    })
  }

  /** Whether there is something to fetch or to send. */
  function needsRun(): boolean {
    return stale || newestRevision > session.revision || (session.pending.length > 0 && !gate.holds())
  }

  /**
   * Asks the server, once, what the author can undo from before this session, in this browser or another one. Without
   * network it is asked again by the next refresh.
   */
  async function loadSteps(): Promise<void> {
    if (knowsSteps) return
    knowsSteps = true
    const answer = await transport.ownSteps()
    knowsSteps = answer.ok
    if (!answer.ok) return
    // a later step is of this session
    const known = (steps: OwnSteps['undo']) => steps.filter(({ step }) => step <= start.revision)
    session = withKnownSteps(session, { undo: known(answer.value.undo), redo: known(answer.value.redo) })
    notify()
  }

  function applyStep(next: ReturnType<typeof undoOrRedo>): Refused | null {
    if (!next) return null
    session = next.session
    notify()
    wake()
    return next.refused
  }

  function dropHeld(keys: ReadonlySet<number>): void {
    gate.forgetHeld()
    applyRebased(withoutBatches(session, keys))
    wake()
  }

  return {
    get: () => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Applies edits as one batch at once, and sends it later. Returns the refusal when the tree does not allow it. `onSend`
     * is called once the batch may be sent: after the author confirmed its impact, and never if the batch was dropped. It
     * gets the key by which `takeBack` takes the batch back, whatever was done in between. `seen` is the text that the
     * author saw and replaces, when the tree may have another one by now. Such a text whose node is gone is discarded, as
     * that of a pending batch would be.
     */
    edit(edits: readonly Edit[], onSend?: (batchKey: number) => void, seen?: string): Refused | null {
      const key = ++lastKey
      const next = perform(session, key, edits, seen)
      if ('code' in next) {
        if (seen === undefined || !GONE.has(next.code)) return next
        discarded = [...discarded, { batch: { edits, forward: true }, reason: next }]
        notify()
        return null
      }
      session = next
      if (onSend) gate.onSend(key, () => onSend(key))
      notify()
      wake()
      return null
    },
    undo: () => applyStep(undoOrRedo(session, 'undo', ++lastKey, sent?.key ?? null)),
    redo: () => applyStep(undoOrRedo(session, 'redo', ++lastKey, sent?.key ?? null)),
    takeBack: (batchKey: number) => applyStep(takeBack(session, batchKey, ++lastKey, sent?.key ?? null)),

    /** Sends the held batches: the author confirmed their impact. */
    confirmHeld(): void {
      if (gate.confirm()) wake()
    },
    /** Drops the pending batches that would change levels; the others stay. */
    discardHeld(): void {
      if (gate.held()) dropHeld(gate.levelChanges(sent?.key ?? null))
    },
    /** What of the held batches would go into a working copy; null when nothing is held, or a copy cannot have it. */
    heldForCopy: (): ForCopy | null => (gate.held() ? pendingForCopy(session) : null),
    /** Drops the held batches that are in the working copy now; the others are sent. */
    movedToCopy: ({ keys }: ForCopy): void => dropHeld(keys),

    /** Takes note that the server has a newer revision: another author saved a batch, or this one did on another page. */
    noteRevision(revision: number): void {
      if (revision <= newestRevision) return
      newestRevision = revision
      wake()
    },
    setGrades: gate.setGrades,
    /** Asks for the batches that others saved: the tree may be old, or the event stream was interrupted. */
    refresh(): void {
      stale = true
      wake()
      void loadSteps()
    },
    /** The author was told about the discarded batches. Their texts stay until the author has no use for them. */
    clearDiscarded(): void {
      const typed = typedTexts(discarded)
      const keys = new Set(typed.map(textKey))
      lostTexts = [...lostTexts.filter((text) => !keys.has(textKey(text))), ...typed]
      discarded = []
      notify()
    },
    dropLostTexts(): void {
      lostTexts = []
      notify()
    },
    /** The author goes on writing before choosing between the two texts. */
    changeClash(changed: TextClash, mine: string): void {
      clashes = clashes.map((clash) => (textKey(clash) === textKey(changed) ? { ...clash, mine } : clash))
      notify()
    },
    /** The author has chosen between the two texts. */
    settleClash(settled: TextClash): void {
      clashes = clashes.filter((clash) => textKey(clash) !== textKey(settled))
      wake()
    },
    /** Resolves when the sync loop has ended: everything is saved, or held. */
    async idle(): Promise<void> {
      while (running) await running
    },
  }
}
