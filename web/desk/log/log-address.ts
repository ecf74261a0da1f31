import { isDate } from '#domain/platform/club-time.ts'
import { idIn, lineIn } from '#web/desk/list/list-address.ts'

interface LogFilterValues {
  entity: string | undefined
  entity_id: string | undefined
  action: string | undefined
  club: string | undefined
  from: string | undefined
  to: string | undefined
}

/** What the log is asked for; what an address says wrongly is left out. */
export function logFiltersOf(address: URLSearchParams): LogFilterValues {
  const fits = (name: string, is: (text: string) => boolean) => {
    const text = address.get(name) ?? ''
    return is(text) ? text : undefined
  }
  const isKind = (text: string) => /^[a-z_-]{1,40}$/.test(text)
  return {
    entity: fits('entity', isKind),
    entity_id: lineIn(address, 'thing', 200) || undefined,
    action: fits('action', isKind),
    club: idIn(address, 'club') || undefined,
    from: fits('from', isDate),
    to: fits('to', isDate),
  }
}
