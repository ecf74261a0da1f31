import { useTranslation } from 'react-i18next'
import type { AuthorNode } from '#domain/tree.ts'
import { Check } from '../check.tsx'
import { useEditor } from './editor-context.ts'

const flags = ['hidden', 'skipped', 'starred'] as const

/** Hidden and skipped [4.27], starred for the percentage report [3.13], and the scheme's videos of a skill [2.32]. */
export function NodeFlags({ node }: { node: AuthorNode }) {
  const { t } = useTranslation()
  const { raw, edit } = useEditor()
  const toggleVideo = (id: number, on: boolean) =>
    edit({
      do: 'set',
      id: node.id,
      set: { videos: on ? [...node.videos, id] : node.videos.filter((one) => one !== id) },
    })
  return (
    <>
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
      {node.t === 's' && raw.videos.length > 0 ? (
        <fieldset className="field">
          <legend className="label">{t('author.node.videos')}</legend>
          {raw.videos.map((video) => (
            <Check
              key={video.id}
              checked={node.videos.includes(video.id)}
              onChange={(event) => toggleVideo(video.id, event.target.checked)}
            >
              {video.name}
            </Check>
          ))}
        </fieldset>
      ) : null}
    </>
  )
}
