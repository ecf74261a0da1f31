import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

interface DockButtonProps extends Omit<ComponentProps<typeof Button>, 'disabled'> {
  /** There is nothing that it could do now. */
  idle: boolean
  onClick: () => void
}

/** A press often leaves it nothing more to do. It then keeps the focus, which a disabled button would drop to the page. */
export function DockButton({ idle, onClick, ...rest }: DockButtonProps) {
  return <Button {...rest} aria-disabled={idle || undefined} onClick={idle ? undefined : onClick} />
}
