import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Icon } from '../icon.tsx'

/** Attributes for a field's control, which connect it with its label, hint and error. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong, with an example of what is right. */
  error?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** A form field: its label, its control, and below that its hint and its error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const descriptionIds = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .filter((descriptionId) => descriptionId !== '')
    .join(' ')
  return (
    <div className={error === undefined ? 'field' : 'field bad'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': descriptionIds === '' ? undefined : descriptionIds,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint === undefined ? null : <small id={`${id}-hint`}>{hint}</small>}
      {error === undefined ? null : (
        <p className="err" id={`${id}-error`}>
          <Icon icon={CircleAlert} />
          {error}
        </p>
      )}
    </div>
  )
}
