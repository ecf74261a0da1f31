import { useState, type ComponentProps, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#web/ui/form/input.tsx'
import './limited-text.css'

/** Browsers silently cut text beyond a field's limit, so this shows a message when the limit is reached. */
function useLimit(max: number) {
  const { t } = useTranslation()
  const [full, setFull] = useState(false)
  return {
    field: {
      maxLength: max,
      onInput: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setFull(currentTarget.value.length >= max),
    },
    message: <output className="limit-reached">{full ? t('shell.full', { most: max }) : null}</output>,
  }
}

type Limited<Props> = Omit<Props, 'className' | 'onInput'> & { maxLength: number }

/** A text area that says when its limit is reached. */
export function LongText({ maxLength, ...props }: Limited<ComponentProps<'textarea'>>) {
  const { field, message } = useLimit(maxLength)
  return (
    <>
      <textarea {...props} className="input" {...field} />
      {message}
    </>
  )
}

/** A one-line field that says when its limit is reached. */
export function ShortText({ maxLength, ...props }: Limited<ComponentProps<typeof Input>>) {
  const { field, message } = useLimit(maxLength)
  return (
    <>
      <Input {...props} {...field} />
      {message}
    </>
  )
}
