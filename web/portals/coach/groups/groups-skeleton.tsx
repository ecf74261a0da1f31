import { Skeleton } from '#web/ui/skeleton.tsx'

/** Today's groups before they are here. */
export function GroupsSkeleton() {
  return (
    <div className="columns">
      <div>
        <Skeleton height="14rem" />
        <Skeleton height="6rem" />
      </div>
      <Skeleton height="20rem" />
    </div>
  )
}
