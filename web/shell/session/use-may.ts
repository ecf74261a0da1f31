import { rightOf, type Action } from '#domain/platform/rights.ts'
import { mayOpen } from '#domain/tenants/pages.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useSubject, useVisitor } from './use-visitor.ts'

/**
 * Whether the user may do something, by the policy that the server enforces: `useMay(schedulingPolicy['sessions.cover'])`.
 * Which records the right is about is not asked.
 */
export function useMay(action: Action): boolean {
  const { userType } = useShell().definition
  const visitor = useVisitor()
  const subject = useSubject()
  if (subject === null) return false
  const right = rightOf(action, { type: userType, features: subject.features })
  if (right === null) return false
  const isSwitched = subject.original_user_uuid !== undefined
  if (isSwitched && (right.on === 'own-account' || right.on === 'not-switched')) return false
  return right.page === undefined || mayOpen(visitor, right.page)
}
