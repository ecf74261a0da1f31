/** `begun`: some children are marked; `open`: none yet, which is due; `missing`: none, although the session is over. */
export type RegisterState = 'done' | 'begun' | 'open' | 'missing'

interface Register {
  /** Children who are in the group on that day. */
  members: number
  present: number
  absent: number
  cancelled: boolean
}

/** How far the register of a session is; null when there is nobody to mark. */
export function registerState(
  { members, present, absent, cancelled }: Register,
  isOver: boolean,
): RegisterState | null {
  const marked = present + absent
  if (cancelled || members === 0) return null
  if (marked === 0) return isOver ? 'missing' : 'open'
  return marked < members ? 'begun' : 'done'
}
