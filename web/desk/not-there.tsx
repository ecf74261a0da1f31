import { ApiError } from '#web/api/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { NotLoaded } from './not-loaded.tsx'

interface NotThereProps {
  error: Error
  again: () => unknown
  /** What is said when there is none of this id, or it is no id at all. */
  unknown: string
}

/** Why one thing cannot be shown: it is not there, or it did not come. */
export function NotThere({ error, again, unknown }: NotThereProps) {
  return error instanceof ApiError && [400, 404].includes(error.status) ? (
    <Alert kind="bad">
      <p>{unknown}</p>
    </Alert>
  ) : (
    <NotLoaded again={again} />
  )
}
