import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Grades } from '#web/ui/form/grades.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useEditor } from '../editor-context.ts'

/** Chooses the scale of a skill [4.22], and previews the coach's buttons. */
export function GradePicker({ node }: { node: AuthorNode }) {
  const { t } = useTranslation()
  const { raw, edit } = useEditor()
  const choose = (value: string) =>
    edit({ do: 'set', id: node.id, set: { grade: value === '' ? null : Number(value) } })
  return (
    <section>
      <h3>{t('author.grade.title')}</h3>
      <Field label={t('author.grade.kind')}>
        {(control) => (
          <Select {...control} value={node.grade ?? ''} onChange={(event) => choose(event.target.value)}>
            <option value="">{t('author.grade.none')}</option>
            {raw.grades.map((scale) => (
              <option key={scale.grade} value={scale.grade}>
                {t('author.grade.option', { kind: scale.grade, labels: scale.label })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <CoachButtons node={node} />
    </section>
  )
}

/**
 * A preview of the grade buttons that coaches get for a skill, with a line that says at which grade it is done; pressing
 * them has no effect outside the preview.
 */
function CoachButtons({ node }: { node: AuthorNode }) {
  const { t } = useTranslation()
  const { raw, nodeTitle } = useEditor()
  const [pressed, setPressed] = useState<number | null>(null)
  const scale = raw.grades.find((candidate) => candidate.grade === node.grade)
  // a scale with pass point 0 is not assessable
  if (!scale || scale.pass === 0) return <p className="dim">{t('author.grade.noButtons')}</p>
  return (
    <div className="stack coach-buttons">
      <Grades
        label={t('author.grade.buttonsOf', { title: nodeTitle(node) })}
        labels={scale.labels}
        value={pressed ?? scale.pass}
        pass={scale.pass}
        onChange={setPressed}
      />
      <p className="small dim">{t('author.grade.doneAt', { label: scale.labels[scale.pass] ?? '' })}</p>
    </div>
  )
}
