/** A child as far as its clubs are known: `owners` are the clubs that hold its record. */
interface Child<Club extends { id: string }> {
  owners?: readonly Club[]
  groups?: readonly { club_id: string }[]
}

/**
 * The club whose name and logo are printed on a child's certificates and reports: the club of all the child's groups,
 * or, if it has none, the only club of the child. Null when there is no such club or there are several; then the
 * client's name and logo are printed.
 */
export function paperClub<Club extends { id: string }>({ owners = [], groups = [] }: Child<Club>): Club | null {
  const grouped = owners.filter(({ id }) => groups.some((group) => group.club_id === id))
  const clubs = grouped.length > 0 ? grouped : owners
  return clubs.length === 1 ? (clubs[0] ?? null) : null
}
