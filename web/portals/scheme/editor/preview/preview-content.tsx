import type { ContentSection } from '#contract/curriculum/schemes.ts'
import { mayReadSection, mayShowContent, type Reader } from '#domain/curriculum/permissions.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { ContentSections } from '#web/features/scheme-browser/content-sections.tsx'
import { NodeVideos } from '#web/features/scheme-browser/node-videos.tsx'
import { FileUrls } from '#web/features/scheme-browser/stored-file.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useSchemeVideos } from '../../schemes/use-scheme-videos.ts'
import { useEditor } from '../editor-context.ts'
import { wordsIn } from '../words-in.ts'

interface PreviewContentProps {
  node: AuthorNode
  languages: readonly string[]
  reader: Reader
}

/** The content of a node for one kind of reader: the videos of a skill, then the sections that the reader may see. */
export function PreviewContent({ node, languages, reader }: PreviewContentProps) {
  const { api, session } = useShell()
  const { raw, open } = useEditor()
  const features = session.subject()?.features ?? {}
  const schemeSections = new Map(raw.sections.map((section) => [section.id, section]))
  const sections = node.content
    .filter((section) => mayReadSection(section, schemeSections, reader, features))
    // no scheme section has the id 0
    .map((section) => ({
      type: section.type as ContentSection['type'],
      title: wordsIn(section.title, languages) || (schemeSections.get(section.of ?? 0)?.name ?? ''),
      value: wordsIn(section.value, languages),
    }))
  const hasVideos = node.t === 's' && node.videos.length > 0 && mayShowContent('video', features)
  if (!hasVideos && sections.length === 0) return null
  return (
    <div className="phone-text">
      <FileUrls value={api.fileUrl}>
        {hasVideos ? <Videos node={node} /> : null}
        <ContentSections sections={sections} onNode={(id) => open(id)} />
      </FileUrls>
    </div>
  )
}

function Videos({ node }: { node: AuthorNode }) {
  const { raw } = useEditor()
  const { videos } = useSchemeVideos(raw.slug)
  return <NodeVideos videos={(videos.data ?? []).filter((video) => node.videos.includes(video.id))} />
}
