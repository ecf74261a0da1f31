import { clockTime, deviceDate, displayDate } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'

/** `Nov 20th 2026` of unix seconds, on this device. */
export function useDeviceDay(): (ts: number) => string {
  const language = useWordLanguage()
  const today = deviceDate(useNow())
  return (ts) => displayDate(deviceDate(ts * 1000), today, language)
}

/** The same with the time. */
export function useDeviceMoment(): (ts: number) => string {
  const day = useDeviceDay()
  return (ts) => `${day(ts)}, ${clockTime(ts * 1000)}`
}
