import { Skeleton } from '#web/ui/skeleton.tsx'

/** Placeholder for the groups page while it loads. */
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
