import { useShell } from '#web/shell/start/shell-context.ts'
import { useColleagues } from '#web/portals/coach/planning/use-planning.ts'
import { MaintainSavedFiles } from './saved/use-saved-files.ts'
import { useSchemes } from '#web/portals/coach/assess/use-course.ts'
import { useClubUsers } from './use-vaults.ts'

/** What is kept on the device beside groups and curricula, so that it is there before it is needed. */
export function IdlePrefetch() {
  const { session } = useShell()
  const has = session.subject()?.features
  // what plans are chosen from and shared with
  useSchemes()
  useColleagues(has?.['ENABLE_SESSION_PLANNING'] === true)
  // who lost their PIN loses the way back without network too
  useClubUsers(has?.['SWITCH_USER'] === true)
  return <MaintainSavedFiles />
}
