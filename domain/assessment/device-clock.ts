/** What a device knows of the server's time since the last answer, in milliseconds. */
interface KnownTime {
  /** Unix time of the server when it last answered; 0 = it never did. */
  serverTime: number
  /** The server's time minus the device's clock at that moment. */
  serverOffset: number
}

/**
 * Why a device's clock cannot be trusted: it is more than ten minutes `behind` the server's last answer, more than a
 * week `ahead` of it, or more than an hour `off` from the server's clock. Null = it can be trusted.
 */
export type ClockFault = 'behind' | 'ahead' | 'off' | null

/** A difference up to this is ignored, because systems adjust their clocks by small amounts. */
const TOLERANCE_MS = 10 * 60_000
/** A device without an answer for longer than this may have a wrong date: its offline copy lasts only a week. */
const LONGEST_AWAY_MS = 7 * 86_400_000
/** From this difference on the coach is told, although the device corrects its times by the server's. */
const OFF_MS = 60 * 60_000

/**
 * The time by which a device dates its edits, unix ms: its clock, set right by the server's, and never before the
 * server's last answer. When a clock is set back without network, marks are dated by the time of that answer.
 */
export function deviceTime(wallMs: number, { serverTime, serverOffset }: KnownTime): number {
  return Math.max(wallMs + serverOffset, serverTime)
}

/** What the coach must be told about the device's clock [R7.27]; `wallMs` is its uncorrected time, unix ms. */
export function clockFault(wallMs: number, { serverTime, serverOffset }: KnownTime): ClockFault {
  if (serverTime === 0) return null
  const sinceAnswer = wallMs + serverOffset - serverTime
  if (sinceAnswer < -TOLERANCE_MS) return 'behind'
  if (sinceAnswer > LONGEST_AWAY_MS) return 'ahead'
  return Math.abs(serverOffset) > OFF_MS ? 'off' : null
}
