import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'

/** The editor of formatted text weighs as much as the tree: it comes where text is edited. */
export const RichField = lazyWithRetry(() => import('./rich-field.tsx').then((module) => module.RichField))
