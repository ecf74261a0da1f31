declare const __BUILD__: { version: string; built: string }

/** Version and time of this build, compiled in by vite.config.ts. */
export const buildInfo: { version: string; built: string } = __BUILD__
