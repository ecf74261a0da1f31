import { useTranslation } from 'react-i18next'
import type { HistoryItem } from '#contract/curriculum/history.ts'

/** A name within a sentence. */
export const quoted = (title: string) => `“${title}”`

/** Returns a function that says a change in one sentence, such as `Moved “Tread water” from “Stage 5” to “Stage 6”`. */
export function useChangeSentence(): (item: HistoryItem) => string {
  const { t, i18n } = useTranslation()
  /** The name of a field or a setting; one that has no name is shown as it is. */
  const named = (kind: 'change.field' | 'history.setting', field: string) => {
    const key = `author.${kind}.${field}`
    return i18n.exists(key) ? t(key as 'author.change.field.title') : field
  }
  return ({ what, titles, more, from, to, fields }) => {
    const listed = titles.map(quoted).join(', ')
    const nodes = more > 0 ? t('author.history.more', { titles: listed, count: more }) : listed
    switch (what) {
      case 'moved': {
        const place = (title: string | null) => (title === null ? t('author.history.top') : quoted(title))
        return t('author.history.moved', { titles: nodes, from: place(from), to: place(to) })
      }
      case 'ordered':
        return to === null
          ? t('author.history.orderedTop', { titles: nodes })
          : t('author.history.ordered', { titles: nodes, to: quoted(to) })
      case 'renamed':
        if (from === null) return t('author.history.titled', { titles: nodes, to: quoted(to ?? '') })
        if (to === null) return t('author.history.untitled', { titles: nodes, from: quoted(from) })
        return t('author.history.renamed', { from: quoted(from), to: quoted(to) })
      case 'changed':
        return t('author.history.changed', {
          titles: nodes,
          fields: fields.map((field) => named('change.field', field)).join(', '),
        })
      case 'settings':
        return t('author.history.settings', {
          fields: fields.map((field) => named('history.setting', field)).join(', '),
        })
      default:
        return t(`author.history.${what}`, { titles: nodes })
    }
  }
}
