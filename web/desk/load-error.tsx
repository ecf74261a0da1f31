import { ApiError } from '#web/api/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { NotLoaded } from './not-loaded.tsx'

interface LoadErrorProps {
  error: Error
  onRetry: () => unknown
  /** The message for an id that is unknown or invalid. */
  notFoundText: string
}

/** Says why a thing cannot be shown: it does not exist, or loading it has failed. */
export function LoadError({ error, onRetry, notFoundText }: LoadErrorProps) {
  return error instanceof ApiError && [400, 404].includes(error.status) ? (
    <Alert kind="bad">
      <p>{notFoundText}</p>
    </Alert>
  ) : (
    <NotLoaded onRetry={onRetry} />
  )
}
