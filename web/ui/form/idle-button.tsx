import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

interface IdleButtonProps extends Omit<ComponentProps<typeof Button>, 'disabled'> {
  /** There is nothing that it could do now. */
  idle: boolean
}

/** A press often leaves it nothing more to do. It then keeps the focus, which a disabled button would drop to the page. */
export function IdleButton({ idle, onClick, ...rest }: IdleButtonProps) {
  return <Button {...rest} aria-disabled={idle || undefined} onClick={idle ? undefined : onClick} />
}
