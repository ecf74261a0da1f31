import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** An icon before and a button after the text. */
  before?: ReactNode
  after?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function Input({ before, after, ref, ...rest }: InputProps) {
  return (
    <span className="input">
      {before}
      <input ref={ref} {...rest} />
      {after}
    </span>
  )
}
