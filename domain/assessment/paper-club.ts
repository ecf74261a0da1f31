interface Child<Club extends { id: string }> {
  owners?: readonly Club[]
  groups?: readonly { club_id: string }[]
}

/**
 * The club whose name and logo head a child's paper: the one of all its groups, else the only one that holds the
 * child. Null when there are several; then the paper is the tenant's.
 */
export function paperClub<Club extends { id: string }>({ owners = [], groups = [] }: Child<Club>): Club | null {
  const grouped = owners.filter(({ id }) => groups.some((group) => group.club_id === id))
  const clubs = grouped.length > 0 ? grouped : owners
  return clubs.length === 1 ? (clubs[0] ?? null) : null
}
