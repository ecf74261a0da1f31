import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'

/** The editor of formatted text, loaded only where text is edited, because its code is as large as the tree's. */
export const RichField = lazyWithRetry(() => import('./rich-field.tsx').then((module) => module.RichField))
