import { later } from '#web/shell/start/later.ts'

/** The editor of formatted text weighs as much as the tree: it comes where text is edited. */
export const RichField = later(() => import('./rich-field.tsx').then((module) => module.RichField))
