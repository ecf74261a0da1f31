/** Hybrid logical clock value of one edit [R7.21]. */
export interface Stamp {
  /** Unix milliseconds: wall clock plus known server offset, never below any stamp or server time seen. */
  ms: number
  counter: number
  deviceId: string
  /** Grows by one with every edit of the device. */
  deviceSeq: number
}

/** Negative when `a` is older, positive when newer, 0 only for the same edit. */
export function compareStamps(a: Stamp, b: Stamp): number {
  if (a.ms !== b.ms) return a.ms - b.ms
  if (a.counter !== b.counter) return a.counter - b.counter
  if (a.deviceId !== b.deviceId) return a.deviceId < b.deviceId ? -1 : 1
  return a.deviceSeq - b.deviceSeq
}

export interface Clock {
  ms: number
  counter: number
}

/** The clock after an edit at `wallMs` (device wall clock plus known server offset). */
export function tick(clock: Clock, wallMs: number): Clock {
  return wallMs > clock.ms ? { ms: wallMs, counter: 0 } : { ms: clock.ms, counter: clock.counter + 1 }
}

/** The clock after seeing somebody else's time, a stamp's or the server's. */
export function observe(clock: Clock, seenMs: number): Clock {
  return seenMs > clock.ms ? { ms: seenMs, counter: 0 } : clock
}

/** A stamp from the future is set to the server's time: one device with a wrong clock must not win for ever. */
export function clampStamp(stamp: Stamp, serverMs: number): Stamp {
  return stamp.ms > serverMs ? { ...stamp, ms: serverMs } : stamp
}
