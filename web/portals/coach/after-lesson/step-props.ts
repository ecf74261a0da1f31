import type { Group } from '#contract/scheduling/groups.ts'
import type { SessionDay } from '#web/portals/coach/sessions/use-session-day.ts'

/** What each step of the run shows besides its own content. */
export interface StepProps {
  group: Group
  day: SessionDay
  /** Which of the day's groups it is, in words. */
  place: string
  /** The link to the next step. */
  next: { to: string; label: string }
}
