import type { LucideIcon } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useConnection } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface NetworkButtonProps {
  icon: LucideIcon
  busy?: boolean
  /** Why the button is disabled without network. */
  disabledReason: string
  onClick: () => void
  children: ReactNode
}

/** A button for what needs the network; without network it is disabled and says why [8.16]. */
export function NetworkButton({ icon, busy = false, disabledReason, onClick, children }: NetworkButtonProps) {
  const { online } = useConnection()
  const reasonId = useId()
  return (
    <>
      <Button
        size="small"
        disabled={!online || busy}
        aria-busy={busy}
        title={online ? undefined : disabledReason}
        aria-describedby={online ? undefined : reasonId}
        onClick={onClick}
      >
        <Icon icon={icon} />
        {children}
      </Button>
      {online ? null : (
        <span className="sr" id={reasonId}>
          {disabledReason}
        </span>
      )}
    </>
  )
}
