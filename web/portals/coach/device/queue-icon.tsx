import {
  Award,
  CircleCheck,
  CircleDashed,
  CircleEllipsis,
  CircleX,
  DoorOpen,
  MessageSquareQuote,
  NotebookPen,
  NotebookText,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import type { QueueEntry } from '#web/offline/offline-queue.ts'
import { Icon } from '#web/ui/icon.tsx'

function iconOf({ register, plan, guest }: QueueEntry): LucideIcon {
  if (guest) return UserPlus
  if (plan) return NotebookText
  switch (register?.kind) {
    case 'attendance':
      return register.payload.value === null
        ? CircleDashed
        : register.payload.value === 'present'
          ? CircleCheck
          : CircleX
    case 'badge':
      return Award
    case 'move':
      return DoorOpen
    case 'note':
      return NotebookPen
    case 'family_word':
      return MessageSquareQuote
    // an edit of a kind that this version of the portal does not know
    case undefined:
      return CircleEllipsis
  }
}

/** The icon of a queued change that is not a mark; marks show their grade instead. */
export function QueueIcon({ entry }: { entry: QueueEntry }) {
  return <Icon icon={iconOf(entry)} />
}
