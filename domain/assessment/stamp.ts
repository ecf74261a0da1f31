/** Hybrid logical clock value of one edit [R7.21]. */
export interface Stamp {
  /** Unix milliseconds: the device's clock corrected by the server's, never below any stamp or server time seen. */
  ms: number
  /** Tells edits of the same millisecond apart. */
  counter: number
  deviceId: string
  /** Grows by one with every edit of the device. */
  deviceSeq: number
}

/** Compares for sorting, oldest first: negative when `a` is older, 0 only for the same edit. */
export function compareStamps(a: Stamp, b: Stamp): number {
  if (a.ms !== b.ms) return a.ms - b.ms
  if (a.counter !== b.counter) return a.counter - b.counter
  if (a.deviceId !== b.deviceId) return a.deviceId < b.deviceId ? -1 : 1
  return a.deviceSeq - b.deviceSeq
}

/** The largest counter that a stamp can have; its column has four bytes. */
export const MAX_COUNTER = 2_147_483_647

/** Whether a clock can have given the stamp. Its time may be any, because one from the future is set back. */
export function isPossibleStamp({ counter, deviceSeq }: Stamp): boolean {
  return counter <= MAX_COUNTER && Number.isSafeInteger(deviceSeq)
}

/** A device's hybrid logical clock: `ms` and `counter` of its last stamp, moved forward by later times it has seen. */
export interface Clock {
  ms: number
  counter: number
}

/** The clock after an edit at `wallMs`, the time of the device's clock corrected by the server's. */
export function tick(clock: Clock, wallMs: number): Clock {
  return wallMs > clock.ms ? { ms: wallMs, counter: 0 } : { ms: clock.ms, counter: clock.counter + 1 }
}

/** The clock after the device has seen another time, that of a stamp or the server's. */
export function observe(clock: Clock, seenMs: number): Clock {
  return seenMs > clock.ms ? { ms: seenMs, counter: 0 } : clock
}

/** Sets a stamp from the future to the server's time, so that a device with a wrong clock does not win for ever. */
export function clampStamp(stamp: Stamp, serverMs: number): Stamp {
  return stamp.ms > serverMs ? { ...stamp, ms: serverMs } : stamp
}
