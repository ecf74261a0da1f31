import { ApiError } from '#web/api/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { NotLoaded } from './not-loaded.tsx'

interface NotThereProps {
  error: Error
  again: () => unknown
  /** The message for an id that is unknown or invalid. */
  unknown: string
}

/** Says why a thing cannot be shown: it does not exist, or loading it has failed. */
export function NotThere({ error, again, unknown }: NotThereProps) {
  return error instanceof ApiError && [400, 404].includes(error.status) ? (
    <Alert kind="bad">
      <p>{unknown}</p>
    </Alert>
  ) : (
    <NotLoaded again={again} />
  )
}
