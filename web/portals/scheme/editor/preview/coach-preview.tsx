import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { subtree, type AuthorNode } from '#domain/curriculum/tree.ts'
import { ChildRow, LevelPips } from '#web/features/marking/child-row.tsx'
import { SkillRow } from '#web/features/marking/skill-row.tsx'
import { useLevelStatusWords } from '#web/features/progress-view/level-view.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Grades } from '#web/ui/form/grades.tsx'
import { useEditor } from '../editor-context.ts'
import { wordsIn } from '../words-in.ts'
import { isSeen } from './is-seen.ts'
import { levelOf, type MadeChild } from './made-children.ts'
import { labelsOf, type PreviewProps } from './parent-preview.tsx'
import { PreviewContent } from './preview-content.tsx'

/** How many skills the preview of a coach shows at most. */
const MAX_SKILLS = 30

interface CoachPreviewProps extends PreviewProps {
  /** All made children, who are listed at a skill. */
  made: readonly MadeChild[]
}

/** What coaches see of the open node: the skills of a level with one child's grades, or all children at one skill. */
export function CoachPreview({ tree, node, languages, child, made }: CoachPreviewProps) {
  const { t } = useTranslation()
  if (!node) return <p className="dim">{t('author.preview.choose')}</p>
  const skills = subtree(tree, node.id).filter(({ t: kind }) => kind === 's')
  const visible = skills.filter((skill) => isSeen(tree, skill, 'staff'))
  const invisible = skills.length - visible.length
  const levelTitle = wordsIn(levelOf(tree, node).title, languages)
  return (
    <div className="stack">
      {isSeen(tree, node, 'staff') ? null : (
        <Alert kind="begun">
          <p>{t('author.preview.notSeen')}</p>
        </Alert>
      )}
      {visible.length > 0 ? (
        <div className="phone" data-portal="coach" lang={languages[0]}>
          <h2 className="phone-title">
            {node.t === 's' || !child ? wordsIn(node.title, languages) : `${child.firstname} ${child.lastname}`}
          </h2>
          {node.t === 's' ? (
            <ul className="children">
              {made.map((each) => (
                <Child key={each.firstname} child={each} skill={node} levelTitle={levelTitle} />
              ))}
            </ul>
          ) : (
            <ol className="skills">
              {visible.slice(0, MAX_SKILLS).map((skill) => (
                <SkillRow
                  key={skill.id}
                  title={wordsIn(skill.title, languages)}
                  grades={<MadeGrades skill={skill} child={child} label={wordsIn(skill.title, languages)} />}
                />
              ))}
            </ol>
          )}
        </div>
      ) : null}
      {visible.length > MAX_SKILLS ? (
        <p className="dim">{t('author.preview.more', { count: visible.length - MAX_SKILLS })}</p>
      ) : null}
      {invisible > 0 ? <p className="dim">{t('author.preview.unseen', { count: invisible })}</p> : null}
      {skills.length === 0 ? <p className="dim">{t('author.preview.noSkills')}</p> : null}
      <div className="phone about" data-portal="coach" lang={languages[0]}>
        <PreviewContent node={node} languages={languages} reader="staff" />
      </div>
    </div>
  )
}

function Child({ child, skill, levelTitle }: { child: MadeChild; skill: AuthorNode; levelTitle: string }) {
  const statusWords = useLevelStatusWords()
  const { firstname, lastname, progress } = child
  const name = `${firstname} ${lastname}`
  return (
    <ChildRow
      firstname={firstname}
      lastname={lastname}
      name={name}
      about={levelTitle}
      level={
        <LevelPips
          marks={progress.rungs.map(({ state }) => state)}
          need={progress.need}
          words={statusWords(progress)}
        />
      }
      grades={<MadeGrades skill={skill} child={child} label={name} />}
    />
  )
}

/** The coach's buttons with a made child's grade; pressing them has no effect outside the preview. */
function MadeGrades({ skill, child, label }: { skill: AuthorNode; child: MadeChild | undefined; label: string }) {
  const { t } = useTranslation()
  const { raw } = useEditor()
  const [pressed, setPressed] = useState<{ for: MadeChild | undefined; grade: number } | null>(null)
  const scale = raw.grades.find(({ grade }) => grade === skill.grade)
  // a scale with pass point 0 is not assessable
  if (!scale || scale.pass === 0) return <p className="dim">{t('author.grade.noButtons')}</p>
  const given = child?.results.get(skill.id)?.grade ?? null
  return (
    <Grades
      label={label}
      labels={labelsOf(raw.grades, skill)}
      value={pressed?.for === child ? (pressed?.grade ?? given) : given}
      pass={scale.pass}
      onChange={(grade) => setPressed({ for: child, grade })}
    />
  )
}
