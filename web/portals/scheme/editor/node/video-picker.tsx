import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { Check } from '#web/ui/form/check.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { QueryResult } from '#web/portals/scheme/query-result.tsx'
import { useSchemeVideos } from '../../schemes/use-scheme-videos.ts'
import { useEditor } from '../editor-context.ts'

/** Chooses which of the scheme's videos a node shows [2.32]. */
export function VideoPicker({ node }: { node: AuthorNode }) {
  const { t } = useTranslation()
  const { raw, edit } = useEditor()
  const { videos } = useSchemeVideos(raw.slug)
  const setShown = (id: number, shown: boolean) => {
    const others = node.videos.filter((videoId) => videoId !== id)
    edit({ do: 'set', id: node.id, set: { videos: shown ? [...others, id] : others } })
  }
  return (
    <section>
      <h3>{t('author.videos.title')}</h3>
      <QueryResult answer={videos} waiting={<Skeleton height="2.5rem" />}>
        {(all) => (
          <div className="stack">
            {all.map((video) => (
              <Check
                key={video.id}
                checked={node.videos.includes(video.id)}
                onChange={(event) => setShown(video.id, event.target.checked)}
              >
                {video.name}
              </Check>
            ))}
          </div>
        )}
      </QueryResult>
      {raw.own ? (
        <Link className="btn small" to={`/overview/${raw.slug}`}>
          {t('author.videos.manage')}
        </Link>
      ) : null}
    </section>
  )
}
