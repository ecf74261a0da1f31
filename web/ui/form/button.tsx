import { useLayoutEffect, useRef, type ComponentProps, type FocusEvent } from 'react'
import { classNames } from '../class-names.ts'
import { restoreLostFocus } from '../lost-focus.ts'

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

/** Gives a button the focus back that it loses while it is disabled, as during the request that it began. */
function useKeptFocus(disabled: boolean) {
  const element = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    // the browser takes the focus away only later
    if (disabled) hadFocus.current = element.current !== null && element.current === document.activeElement
    else if (hadFocus.current) {
      hadFocus.current = false
      restoreLostFocus(element.current)
    }
  }, [disabled])
  return (event: FocusEvent<HTMLButtonElement>) => (element.current = event.currentTarget)
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
