import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentSection, Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import { mayReadSection, mayShowContent, type Reader } from '#domain/curriculum/permissions.ts'
import { subtree, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'
import { LevelView } from '#web/features/progress-view/level-view.tsx'
import { ContentSections } from '#web/features/scheme-browser/content-sections.tsx'
import { FileUrls } from '#web/features/scheme-browser/stored-file.tsx'
import { NodeVideos } from '#web/features/scheme-browser/node-videos.tsx'
import { SchemeNodeView } from '#web/features/scheme-browser/scheme-node-view.tsx'
import { languageName, shortLocale } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { useSchemeVideos } from '../../schemes/use-scheme-videos.ts'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { CoachButtons } from '../node/grade-picker.tsx'
import { isSeen } from './is-seen.ts'
import { sampleProgress } from './sample-progress.ts'
import { wordsIn } from '../words-in.ts'

/** How many skills the preview of a coach shows at most. */
const MAX_SKILLS = 8

type Audience = 'parent' | 'coach'

/** Shows the open node as parents and coaches will see it, including edits that are not saved yet. */
export function PreviewPane({ id }: { id: string | null }) {
  const { t } = useTranslation()
  const { raw, languages } = useEditor()
  const snapshot = useEditorSnapshot()
  const tree = useDeferredValue(snapshot.tree)
  const shownId = useDeferredValue(id)
  const [audience, setAudience] = useState<Audience>('parent')
  const [language, setLanguage] = useState(languages[0] ?? 'en')
  const node = shownId === null ? undefined : tree.nodes.get(shownId)
  const languageOrder = [language, ...languages]
  return (
    <section className="preview-pane" aria-label={t('author.pane.preview')}>
      <Segments<Audience>
        label={t('author.preview.as')}
        value={audience}
        options={[
          { value: 'parent', label: t('author.preview.parent') },
          { value: 'coach', label: t('author.preview.coach') },
        ]}
        onChange={setAudience}
      />
      {raw.languages.length > 1 ? (
        <Segments
          label={t('author.preview.language')}
          value={language}
          options={raw.languages.map((locale) => ({
            value: shortLocale(locale),
            label: languageName(locale),
            lang: locale,
          }))}
          onChange={setLanguage}
        />
      ) : null}
      {audience === 'parent' ? (
        <ParentPreview tree={tree} node={node} languages={languageOrder} />
      ) : (
        <CoachPreview tree={tree} node={node} languages={languageOrder} />
      )}
    </section>
  )
}

interface PreviewProps {
  tree: Tree
  node: AuthorNode | undefined
  languages: readonly string[]
}

/** The content of a node for one kind of reader: the videos of a skill, then the sections that the reader may see. */
function NodeContent({ node, languages, reader }: { node: AuthorNode; languages: readonly string[]; reader: Reader }) {
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

function ParentPreview({ tree, node, languages }: PreviewProps) {
  const { t } = useTranslation()
  const { raw, open } = useEditor()
  const progress = useMemo(
    () => (node && node.t !== 's' ? sampleProgress(tree, node.id, raw.grades) : null),
    [tree, node, raw.grades],
  )
  if (!node) return <SchemePreview tree={tree} languages={languages} />
  const title = wordsIn(node.title, languages)
  const titleOf = (id: string) => wordsIn(tree.nodes.get(id)?.title ?? {}, languages)
  return (
    <>
      {isSeen(tree, node, 'parent') ? null : <p className="dim">{t('author.preview.skipped')}</p>}
      <div className="phone" data-portal="parent" lang={languages[0]}>
        {progress && progress.rungs.length > 0 ? (
          <LevelView
            progress={progress}
            schemeName={wordsIn(raw.name, languages)}
            levelTitle={title}
            titleOf={titleOf}
            onSkill={(id) => open(id)}
          />
        ) : (
          <h2 className="phone-title">{title}</h2>
        )}
        <NodeContent node={node} languages={languages} reader="parent" />
      </div>
      {progress && progress.rungs.length > 0 ? <p className="small dim">{t('author.preview.sample')}</p> : null}
    </>
  )
}

/** The first page of the scheme; its levels open in the tree. */
function SchemePreview({ tree, languages }: Omit<PreviewProps, 'node'>) {
  const { raw, open } = useEditor()
  const curriculum = useMemo((): Curriculum => {
    const previewNode = (id: string): SchemeNode[] => {
      const node = tree.nodes.get(id)
      if (!node || !isSeen(tree, node, 'parent')) return []
      const { parentId, t, group } = node
      return [
        {
          id,
          parentId,
          t,
          title: wordsIn(node.title, languages),
          ...(group === null ? {} : { group }),
          // the first page shows none of the following
          is_owner: true,
          content: [],
          videos: [],
          children: [],
        },
      ]
    }
    const { slug, uuid, grades } = raw
    return {
      slug,
      uuid,
      name: wordsIn(raw.name, languages),
      revision: 0,
      language: languages[0] ?? 'en',
      grades,
      tree: (tree.children.get(null) ?? []).flatMap(previewNode),
    }
  }, [tree, languages, raw])
  return (
    <div className="phone" data-portal="parent" lang={languages[0]}>
      <div className="phone-text">
        <SchemeNodeView curriculum={curriculum} nodeId={null} onOpen={(id) => open(id)} />
      </div>
    </div>
  )
}

function CoachPreview({ tree, node, languages }: PreviewProps) {
  const { t } = useTranslation()
  if (!node) return <p className="dim">{t('author.preview.choose')}</p>
  const skills = subtree(tree, node.id).filter(({ t: kind }) => kind === 's')
  const visible = skills.filter((skill) => isSeen(tree, skill, 'staff'))
  const invisible = skills.length - visible.length
  return (
    <div className="stack">
      {isSeen(tree, node, 'staff') ? null : (
        <Alert kind="begun">
          <p>{t('author.preview.notSeen')}</p>
        </Alert>
      )}
      {visible.slice(0, MAX_SKILLS).map((skill) => (
        <div key={skill.id} className="coach-skill" data-portal="coach" lang={languages[0]}>
          <p className="split">
            <Glyph kind="s" />
            <b className="grow">{wordsIn(skill.title, languages)}</b>
          </p>
          <CoachButtons node={skill} />
        </div>
      ))}
      {visible.length > MAX_SKILLS ? (
        <p className="dim">{t('author.preview.more', { count: visible.length - MAX_SKILLS })}</p>
      ) : null}
      {invisible > 0 ? <p className="dim">{t('author.preview.unseen', { count: invisible })}</p> : null}
      {skills.length === 0 ? <p className="dim">{t('author.preview.noSkills')}</p> : null}
      <div className="phone about" data-portal="coach" lang={languages[0]}>
        <NodeContent node={node} languages={languages} reader="staff" />
      </div>
    </div>
  )
}
