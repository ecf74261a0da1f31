/** One portal of this build: its page, and every hashed file that it can ask for. */
export interface PortalBuild {
  /** SHA-256 of its HTML, hexadecimal: tells which portal lives at this host, and that its page is of this very build. */
  page: string
  /** Path → integrity, so that no sign-in page of a hotel is ever kept as a script. */
  assets: Readonly<Record<string, string>>
}

export interface WorkerBuild {
  version: string
  portals: readonly PortalBuild[]
}

declare const __WORKER_BUILD__: WorkerBuild

/** What scripts/build/worker-plugin.ts found in the finished build; another build is another worker. */
export const workerBuild: WorkerBuild = __WORKER_BUILD__
