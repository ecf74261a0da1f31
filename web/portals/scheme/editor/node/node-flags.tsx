import { useTranslation } from 'react-i18next'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { Check } from '#web/ui/form/check.tsx'
import { useEditor } from '../editor-context.ts'

const flags = ['hidden', 'skipped', 'starred'] as const

/** The flags of a node: hidden and skipped [4.27], and starred, which puts it into the percentage report [3.13]. */
export function NodeFlags({ node }: { node: AuthorNode }) {
  const { t } = useTranslation()
  const { edit } = useEditor()
  return (
    <div>
      {flags.map((flag) => (
        <Check
          key={flag}
          checked={node[flag]}
          hint={t(`author.node.${flag}Hint`)}
          onChange={(event) => edit({ do: 'set', id: node.id, set: { [flag]: event.target.checked } })}
        >
          {t(`author.tree.${flag}`)}
        </Check>
      ))}
    </div>
  )
}
