import { useShell } from '#web/shell/start/shell-context.ts'
import { useColleagues } from '#web/portals/coach/planning/use-planning.ts'
import { MaintainSavedFiles } from './saved/use-saved-files.ts'
import { useSchemes } from '#web/portals/coach/assess/use-curriculum.ts'
import { useClubUsers } from './use-vaults.ts'

/** Prefetches, while the browser is idle, what pages need without network besides groups and curricula. */
export function IdlePrefetch() {
  const { session } = useShell()
  const features = session.subject()?.features
  // planning needs the schemes and the colleagues to share with
  useSchemes()
  useColleagues(features?.['ENABLE_SESSION_PLANNING'] === true)
  // also removes the vaults of coaches who have no PIN any more
  useClubUsers(features?.['SWITCH_USER'] === true)
  return <MaintainSavedFiles />
}
