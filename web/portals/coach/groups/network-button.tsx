import type { LucideIcon } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useConnection } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface NetworkButtonProps {
  icon: LucideIcon
  busy?: boolean
  /** Says that it needs the network. */
  needs: string
  onClick: () => void
  children: ReactNode
}

/** What needs the network; without it the button says so [8.16]. */
export function NetworkButton({ icon, busy = false, needs, onClick, children }: NetworkButtonProps) {
  const { online } = useConnection()
  const why = useId()
  return (
    <>
      <Button
        size="small"
        disabled={!online || busy}
        aria-busy={busy}
        title={online ? undefined : needs}
        aria-describedby={online ? undefined : why}
        onClick={onClick}
      >
        <Icon of={icon} />
        {children}
      </Button>
      {online ? null : (
        <span className="sr" id={why}>
          {needs}
        </span>
      )}
    </>
  )
}
