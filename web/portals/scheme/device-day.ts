import { clockTime, deviceDate, displayDate } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'

/** Returns a function that formats unix seconds as a date in the device's time zone: `Nov 20th 2026` or `Today`. */
export function useDeviceDay(): (seconds: number) => string {
  const language = useWordLanguage()
  const today = deviceDate(useNow())
  return (seconds) => displayDate(deviceDate(seconds * 1000), today, language)
}

/** Returns a function that formats unix seconds as a date and a time in the device's time zone. */
export function useDeviceMoment(): (seconds: number) => string {
  const day = useDeviceDay()
  return (seconds) => `${day(seconds)}, ${clockTime(seconds * 1000)}`
}
