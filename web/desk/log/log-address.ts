import { isDate } from '#domain/platform/club-time.ts'
import { idIn, lineIn } from '#web/desk/list/list-address.ts'

/** The filters of the log under the names that the API uses. In the page's URL `entity_id` is called `thing`. */
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
  // the names of entities and actions
  const isName = (text: string) => /^[a-z_-]{1,40}$/.test(text)
  return {
    entity: valid('entity', isName),
    entity_id: lineIn(address, 'thing', 200) || undefined,
    action: valid('action', isName),
    club: idIn(address, 'club') || undefined,
    from: valid('from', isDate),
    to: valid('to', isDate),
  }
}
