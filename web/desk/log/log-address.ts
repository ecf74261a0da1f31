import { isDate } from '#domain/platform/club-time.ts'
import { idIn, lineIn } from '#web/desk/list/list-address.ts'

/** The filters by the names that the API has for them; in the page's URL `entity_id` is called `thing`. */
interface LogFilterValues {
  entity: string | undefined
  entity_id: string | undefined
  action: string | undefined
  club: string | undefined
  from: string | undefined
  to: string | undefined
}

/** Reads the filters of the log from the URL's query, ignoring invalid values. */
export function logFiltersOf(address: URLSearchParams): LogFilterValues {
  const valid = (name: string, isValid: (text: string) => boolean) => {
    const text = address.get(name) ?? ''
    return isValid(text) ? text : undefined
  }
  const isKind = (text: string) => /^[a-z_-]{1,40}$/.test(text)
  return {
    entity: valid('entity', isKind),
    entity_id: lineIn(address, 'thing', 200) || undefined,
    action: valid('action', isKind),
    club: idIn(address, 'club') || undefined,
    from: valid('from', isDate),
    to: valid('to', isDate),
  }
}
