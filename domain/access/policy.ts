import { assessmentPolicy } from '#domain/assessment/policy.ts'
import { curriculumPolicy } from '#domain/curriculum/policy.ts'
import { flowsPolicy } from '#domain/flows/policy.ts'
import { identityPolicy } from '#domain/identity/policy.ts'
import { membersPolicy } from '#domain/members/policy.ts'
import { noticesPolicy } from '#domain/notices/policy.ts'
import { platformPolicy } from '#domain/platform/policy.ts'
import { rightOf, type Caller, type Policy, type Right } from '#domain/platform/rights.ts'
import { reportsPolicy } from '#domain/reports/policy.ts'
import { schedulingPolicy } from '#domain/scheduling/policy.ts'
import { tenantsPolicy } from '#domain/tenants/policy.ts'

/**
 * Who may do what: the actions of all subjects. Every route of the API names one of them, the server refuses everybody
 * who has no right to it, pages ask it what to show, and docs/permissions.md is printed from it.
 */
export const policy = {
  ...platformPolicy,
  ...tenantsPolicy,
  ...noticesPolicy,
  ...identityPolicy,
  ...membersPolicy,
  ...curriculumPolicy,
  ...schedulingPolicy,
  ...assessmentPolicy,
  ...reportsPolicy,
  ...flowsPolicy,
} satisfies Policy

export type ActionName = keyof typeof policy

/** The caller's right to do something, or null; see `rightOf`. */
export function rightTo(action: ActionName, caller: Caller): Right | null {
  return rightOf(policy[action], caller)
}
