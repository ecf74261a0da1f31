import { assessmentPolicy } from '#domain/assessment/policy.ts'
import { identityPolicy } from '#domain/identity/policy.ts'
import { useMay } from '#web/shell/session/use-may.ts'
import { useColleagues } from '#web/portals/coach/planning/use-planning.ts'
import { MaintainSavedFiles } from './saved/use-saved-files.ts'
import { useSchemes } from '#web/portals/coach/assess/use-curriculum.ts'
import { useClubUsers } from './use-vaults.ts'

/** Prefetches, while the browser is idle, what pages need without network besides groups and curricula. */
export function IdlePrefetch() {
  // planning needs the schemes and the colleagues to share with
  useSchemes()
  useColleagues(useMay(assessmentPolicy['lesson-plans.write']))
  // also removes the vaults of coaches who have no PIN any more
  useClubUsers(useMay(identityPolicy['login.switch-user']))
  return <MaintainSavedFiles />
}
