import { Trash2 } from 'lucide-react'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** How long the alert with the undo button stays. */
const UNDO_MS = 10_000

interface DeleteButtonProps {
  /** The accessible name; the button shows only an icon. */
  label: string
  remove: () => Promise<unknown>
  restore: () => Promise<unknown>
  /** The alert after deleting. */
  deletedText: string
  /** The alert after restoring. */
  restoredText: string
  /** Called after each attempt to delete or restore, also a failed one. */
  onChanged: () => void
}

/** Deletes an entry of a list without asking, and offers an undo that restores it. */
export function DeleteButton({ label, remove, restore, deletedText, restoredText, onChanged }: DeleteButtonProps) {
  const { alerts } = useShell()
  const { busy, act } = useAct()
  const undo = () => void act(restore, () => restoredText).finally(onChanged)
  const removeWithUndo = () =>
    void act(async () => {
      await remove()
      alerts.show(deletedText, 'done', UNDO_MS, undo)
    }).finally(onChanged)
  return (
    <span className="acts">
      <Button kind="bare" icon size="small" disabled={busy} aria-label={label} onClick={removeWithUndo}>
        <Icon icon={Trash2} />
      </Button>
    </span>
  )
}
