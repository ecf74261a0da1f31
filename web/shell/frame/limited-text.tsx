import { useState, type ComponentProps, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#web/ui/form/input.tsx'
import './limited-text.css'

/** The browser cuts what is typed or pasted beyond a field's limit and says nothing: this says it. */
function useLimit(most: number) {
  const { t } = useTranslation()
  const [full, setFull] = useState(false)
  return {
    field: {
      maxLength: most,
      onInput: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setFull(currentTarget.value.length >= most),
    },
    said: <output className="full">{full ? t('shell.full', { most }) : null}</output>,
  }
}

type Limited<Props> = Omit<Props, 'className' | 'onInput'> & { maxLength: number }

/** Several lines. */
export function LongText({ maxLength, ...props }: Limited<ComponentProps<'textarea'>>) {
  const { field, said } = useLimit(maxLength)
  return (
    <>
      <textarea {...props} className="input" {...field} />
      {said}
    </>
  )
}

/** One line. */
export function ShortText({ maxLength, ...props }: Limited<ComponentProps<typeof Input>>) {
  const { field, said } = useLimit(maxLength)
  return (
    <>
      <Input {...props} {...field} />
      {said}
    </>
  )
}
