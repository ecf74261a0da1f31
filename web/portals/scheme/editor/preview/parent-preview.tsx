import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import type { AuthorNode, Tree } from '#domain/curriculum/tree.ts'
import { ChildFrame } from '#web/features/progress-view/child-frame.tsx'
import { LevelView } from '#web/features/progress-view/level-view.tsx'
import { SkillStatus } from '#web/features/progress-view/skill-status.tsx'
import { SchemeNodeView } from '#web/features/scheme-browser/scheme-node-view.tsx'
import { useEditor } from '../editor-context.ts'
import { wordsIn } from '../words-in.ts'
import { isSeen } from './is-seen.ts'
import { levelOf, MADE_AGE, type MadeChild } from './made-children.ts'
import { PreviewContent } from './preview-content.tsx'

export interface PreviewProps {
  tree: Tree
  node: AuthorNode | undefined
  languages: readonly string[]
  /** The made child that is shown; undefined where no skill counts. */
  child: MadeChild | undefined
}

/** What parents see of the open node: the card of their child with the level, or the sheet of a skill. */
export function ParentPreview({ tree, node, languages, child }: PreviewProps) {
  const { t } = useTranslation()
  const { raw, open } = useEditor()
  if (!node) return <SchemePreview tree={tree} languages={languages} />
  const titleOf = (id: string) => wordsIn(tree.nodes.get(id)?.title ?? {}, languages)
  const level = levelOf(tree, node)
  return (
    <>
      {isSeen(tree, node, 'parent') ? null : <p className="dim">{t('author.preview.skipped')}</p>}
      <div className="phone" data-portal="parent" lang={languages[0]}>
        {node.t === 's' ? (
          <>
            {child ? (
              <p className="small dim phone-above">
                {t('author.preview.of', { name: child.firstname, level: titleOf(level.id) })}
              </p>
            ) : null}
            <h2 className="phone-title">{titleOf(node.id)}</h2>
            {child ? (
              <div className="phone-text">
                <SkillStatus score={child.results.get(node.id)} labels={labelsOf(raw.grades, node)} />
              </div>
            ) : null}
          </>
        ) : child ? (
          <ChildFrame
            id="preview-child"
            firstname={child.firstname}
            lastname={child.lastname}
            about={t('author.preview.age', { count: MADE_AGE })}
          >
            <LevelView
              progress={child.progress}
              schemeName={wordsIn(raw.name, languages)}
              levelTitle={titleOf(node.id)}
              titleOf={titleOf}
              onSkill={(id) => open(id)}
            />
          </ChildFrame>
        ) : (
          <h2 className="phone-title">{titleOf(node.id)}</h2>
        )}
        <PreviewContent node={node} languages={languages} reader="parent" />
      </div>
    </>
  )
}

/** The labels of the scale of a skill. */
export const labelsOf = (
  grades: readonly { grade: number; labels: readonly string[] }[],
  { grade }: AuthorNode,
): readonly string[] => grades.find((scale) => scale.grade === grade)?.labels ?? []

/** The first page of the scheme; its levels open in the tree. */
function SchemePreview({ tree, languages }: Pick<PreviewProps, 'tree' | 'languages'>) {
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
