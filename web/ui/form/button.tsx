import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/** CSS classes: `main` is filled, `soft` tinted, `bare` without a border, `go` confirms, `risk` destroys something. */
type ButtonKind = 'main' | 'soft' | 'bare' | 'go' | 'risk'

interface ButtonProps extends ComponentProps<'button'> {
  /** Without a kind the button is outlined. A view has one `main` button at most. */
  kind?: ButtonKind
  size?: 'small'
  wide?: boolean
  /** Square, for a single icon; give it an aria-label. */
  icon?: boolean
}

/** A button; by default of type `button`, so that it does not submit a form. */
export function Button({
  kind,
  size,
  wide = false,
  icon = false,
  className,
  type = 'button',
  onFocus,
  ...rest
}: ButtonProps) {
  const noteFocus = useKeptFocus(rest.disabled === true)
  return (
    <button
      type={type}
      className={classNames('btn', kind, size, wide && 'wide', icon && 'icon', className)}
      onFocus={(event) => {
        noteFocus(event)
        onFocus?.(event)
      }}
      {...rest}
    />
  )
}
