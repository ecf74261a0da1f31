/** What a device last learnt of the server's time, unix ms. */
interface KnownTime {
  /** The server's time when it last answered; 0 = it never did. */
  serverTime: number
  /** The server's time minus the device's clock at that moment. */
  serverOffset: number
}

/** Why a device's clock cannot be trusted; null = nothing speaks against it. */
export type ClockFault = 'behind' | 'ahead' | 'off' | null

/** Clocks are set a little now and then by the system itself. */
const TOLERANCE_MS = 10 * 60_000
/** The offline copy holds a week: a device that seems to have been away for longer may have a wrong date. */
const LONGEST_AWAY_MS = 7 * 86_400_000
/** So much is said although the server sets it right. */
const OFF_MS = 60 * 60_000

/**
 * The time by which a device dates its edits, unix ms: its clock, set right by the server's, and never before the
 * server's last answer. A clock that was set back without network dates marks by the day of that answer.
 */
export function deviceTime(wallMs: number, { serverTime, serverOffset }: KnownTime): number {
  return Math.max(wallMs + serverOffset, serverTime)
}

/** What a coach must be told of the device's clock [R7.27]. */
export function clockFault(wallMs: number, { serverTime, serverOffset }: KnownTime): ClockFault {
  if (serverTime === 0) return null
  const since = wallMs + serverOffset - serverTime
  if (since < -TOLERANCE_MS) return 'behind'
  if (since > LONGEST_AWAY_MS) return 'ahead'
  return Math.abs(serverOffset) > OFF_MS ? 'off' : null
}
