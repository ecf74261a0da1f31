import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/ui/avatar.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useEditor } from './editor-context.ts'
import type { Person } from './presence.ts'

/** The other authors who have the scheme open; each leads to the node where that author is. */
export function PeopleHere({ people }: { people: readonly Person[] }) {
  const { t } = useTranslation()
  const { open, titleOf } = useEditor()
  if (people.length === 0) return null
  return (
    <ul className="people-here" aria-label={t('author.here.title')}>
      {people.map(({ user, firstname, lastname, node }) => {
        const name = `${firstname} ${lastname}`
        const label =
          node === null ? t('author.here.in', { name }) : t('author.here.at', { name, title: titleOf(node) })
        return (
          <li key={user}>
            <button type="button" className="plain" title={label} onClick={() => open(node, true)}>
              <Avatar firstname={firstname} lastname={lastname} size="2rem" />
              <span className="sr">{label}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Beside a row of the tree: the authors who have its node open. */
export function PeopleAt({ people }: { people: readonly Person[] }) {
  const { t } = useTranslation()
  if (people.length === 0) return null
  const names = listed(people.map(({ firstname, lastname }) => `${firstname} ${lastname}`))
  return (
    <span className="people-at" title={names}>
      {people.map(({ user, firstname, lastname }) => (
        <Avatar key={user} firstname={firstname} lastname={lastname} size="1.375rem" />
      ))}
      <span className="sr">{t('author.here.row', { names })}</span>
    </span>
  )
}
