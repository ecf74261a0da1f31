import { MAX_AT_ONCE } from '#contract/tenants/club-tasks.ts'

/** Is told how many members are done, while the work goes on. */
export type ReportProgress = (done: number) => Promise<void>

/** Does work for many members in pieces, within one transaction, and reports after each how many are done. */
export async function inBatches<T>(
  memberIds: readonly string[],
  work: (ids: readonly string[]) => Promise<readonly T[]>,
  report: ReportProgress = async () => undefined,
): Promise<T[]> {
  const results: T[] = []
  for (let start = 0; start < memberIds.length; start += MAX_AT_ONCE) {
    results.push(...(await work(memberIds.slice(start, start + MAX_AT_ONCE))))
    await report(Math.min(start + MAX_AT_ONCE, memberIds.length))
  }
  return results
}
