import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import './long-text.css'

interface LongTextProps extends Omit<ComponentProps<'textarea'>, 'className' | 'onInput'> {
  maxLength: number
}

/** Several lines. The browser cuts what is typed or pasted beyond its limit and says nothing: this says it. */
export function LongText({ maxLength, ...props }: LongTextProps) {
  const { t } = useTranslation()
  const [full, setFull] = useState(false)
  return (
    <>
      <textarea
        {...props}
        className="input"
        maxLength={maxLength}
        onInput={({ currentTarget }) => setFull(currentTarget.value.length >= maxLength)}
      />
      <output className="full">{full ? t('shell.full', { most: maxLength }) : null}</output>
    </>
  )
}
