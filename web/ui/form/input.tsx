import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** An icon before the text, and a button after it. */
  before?: ReactNode
  after?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** A one-line text field. */
export function Input({ before, after, ref, ...rest }: InputProps) {
  return (
    <span className="input">
      {before}
      <input ref={ref} {...rest} />
      {after}
    </span>
  )
}
