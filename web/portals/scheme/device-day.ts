import { clockTime, deviceDate, displayDate } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'

/** Formats unix seconds as a date in this device's time zone, such as `Nov 20th 2026` or `Today`. */
export function useDeviceDay(): (ts: number) => string {
  const language = useWordLanguage()
  const today = deviceDate(useNow())
  return (ts) => displayDate(deviceDate(ts * 1000), today, language)
}

/** Formats unix seconds as a date and a time in this device's time zone. */
export function useDeviceMoment(): (ts: number) => string {
  const day = useDeviceDay()
  return (ts) => `${day(ts)}, ${clockTime(ts * 1000)}`
}
