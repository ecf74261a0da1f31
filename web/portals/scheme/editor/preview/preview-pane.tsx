import { Maximize2 } from 'lucide-react'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName, shortLocale } from '#web/shell/i18n/language.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useLevelStatusWords } from '#web/features/progress-view/level-view.tsx'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { CoachPreview } from './coach-preview.tsx'
import { levelOf, madeChildren } from './made-children.ts'
import { ParentPreview } from './parent-preview.tsx'

type Audience = 'parent' | 'coach'
type Width = 'phone' | 'tablet'

/** Shows the open node as parents and coaches will see it, including edits that are not saved yet, or not released. */
export function PreviewPane({ id }: { id: string | null }) {
  const { t } = useTranslation()
  const [large, setLarge] = useState(false)
  return (
    <section className="preview-pane" aria-label={t('author.pane.preview')}>
      <Preview id={id}>
        <Button size="small" onClick={() => setLarge(true)}>
          <Icon icon={Maximize2} />
          {t('author.preview.large')}
        </Button>
      </Preview>
      {large ? <LargePreview id={id} onClose={() => setLarge(false)} /> : null}
    </section>
  )
}

/** The preview in the width of a phone or a tablet. */
function LargePreview({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [width, setWidth] = useState<Width>('tablet')
  return (
    <Dialog open wide onClose={onClose} title={t('author.preview.largeTitle')} closeLabel={t('shell.close')}>
      <div className="preview-large" data-width={width}>
        <Preview id={id}>
          <Segments<Width>
            label={t('author.preview.width')}
            value={width}
            options={(['phone', 'tablet'] as const).map((value) => ({ value, label: t(`author.preview.on.${value}`) }))}
            onChange={setWidth}
          />
        </Preview>
      </div>
    </Dialog>
  )
}

/** What a parent or coach sees of a node, and the choice of who that is, of the language and of the made child. */
function Preview({ id, children }: { id: string | null; children: ReactNode }) {
  const { t } = useTranslation()
  const { raw, languages } = useEditor()
  const snapshot = useEditorSnapshot()
  const tree = useDeferredValue(snapshot.tree)
  const shownId = useDeferredValue(id)
  const statusWords = useLevelStatusWords()
  const [audience, setAudience] = useState<Audience>('parent')
  const [language, setLanguage] = useState(languages[0] ?? 'en')
  const [childIndex, setChildIndex] = useState(1)
  const [openedAt] = useState(() => Math.floor(Date.now() / 1000))
  const node = shownId === null ? undefined : tree.nodes.get(shownId)
  const made = useMemo(
    () => (node ? madeChildren(tree, levelOf(tree, node), raw.grades, openedAt) : []),
    [tree, node, raw.grades, openedAt],
  )
  const child = made[childIndex]
  const shown = { tree, node, languages: [language, ...languages], child }
  return (
    <>
      {children}
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
      {made.length > 0 ? (
        <Field label={t('author.preview.child')} hint={t('author.preview.sample')}>
          {(control) => (
            <Select {...control} value={childIndex} onChange={(event) => setChildIndex(Number(event.target.value))}>
              {made.map(({ firstname, progress }, index) => (
                <option key={firstname} value={index}>
                  {`${firstname}: ${statusWords(progress)}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {audience === 'parent' ? <ParentPreview {...shown} /> : <CoachPreview {...shown} made={made} />}
    </>
  )
}
