/** One portal of this build: its page, and every hashed file that it can ask for. */
export interface PortalBuild {
  /** SHA-256 of its HTML, hexadecimal. It tells which portal this host serves, and that the page is of this build. */
  page: string
  /** Subresource integrity by path, so that the sign-in page of a captive portal is never cached as a script. */
  assets: Readonly<Record<string, string>>
}

export interface WorkerBuild {
  version: string
  portals: readonly PortalBuild[]
}

declare const __WORKER_BUILD__: WorkerBuild

/** The finished build's files, filled in by scripts/build/build-portals.ts. So each build has a worker of its own. */
export const workerBuild: WorkerBuild = __WORKER_BUILD__
