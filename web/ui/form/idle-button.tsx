import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

interface IdleButtonProps extends Omit<ComponentProps<typeof Button>, 'disabled'> {
  /** Whether the button has nothing to do now. */
  idle: boolean
}

/**
 * A button that often has nothing more to do after a press. It stays focusable, because a disabled button loses the
 * focus.
 */
export function IdleButton({ idle, onClick, ...rest }: IdleButtonProps) {
  return <Button {...rest} aria-disabled={idle || undefined} onClick={idle ? undefined : onClick} />
}
