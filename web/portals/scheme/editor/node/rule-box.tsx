import { ChevronDown, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button as AriaButton, MenuTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Choices } from '../../choices.tsx'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { NodesDialog } from '../dialogs/nodes-dialog.tsx'
import { ruleOf, withCount, withList } from './rule.ts'
import { RuleRow } from './rule-row.tsx'
import { Sentence } from '../sentence.tsx'

/** Longer rules are shown as a sentence only. */
const MAX_RUNGS = 30

/** After this time a closed dialog has given the focus back, if the element that had it still exists. */
const FOCUS_MS = 200

/** Edits the rule of a level or skill group, as a sentence whose parts are buttons. */
export function RuleBox({ node }: { node: AuthorNode }) {
  const { t } = useTranslation()
  const { edit, nodeTitle, titleOf } = useEditor()
  const { tree } = useEditorSnapshot()
  const box = useRef<HTMLDivElement>(null)
  const [choosing, setChoosing] = useState<'list' | 'required' | null>(null)
  const title = nodeTitle(node)
  const { ids, count, isDefault } = ruleOf(tree, node)
  const countedKind = ids.every((id) => tree.nodes.get(id)?.t === 's') ? 'skills' : 'parts'
  const needsAll = count >= ids.length

  const countText = needsAll ? t('author.rule.all') : t('author.rule.any', { count })
  const countButton = (
    <MenuTrigger>
      <AriaButton className="pick" aria-label={`${countText}: ${t('author.rule.changeCount')}`}>
        {countText}
        <Icon icon={ChevronDown} />
      </AriaButton>
      <Choices
        label={t('author.rule.changeCount')}
        value={String(count)}
        options={ids.map((_, index) => {
          const option = ids.length - index
          const text = index === 0 ? t('author.rule.all') : t('author.rule.any', { count: option })
          return { id: String(option), text }
        })}
        onChoose={(option) => edit({ do: 'set', id: node.id, set: withCount(tree, node, Number(option)) })}
      />
    </MenuTrigger>
  )
  const listButton = (
    <button type="button" className="pick" onClick={() => setChoosing('list')}>
      {ids.length === 0
        ? t('author.rule.choose')
        : t(`author.rule.${isDefault ? 'its' : 'these'}.${countedKind}`, { count: ids.length })}
      <Icon icon={ChevronDown} />
    </button>
  )
  const requiredButton = (
    <button type="button" className="pick" onClick={() => setChoosing('required')}>
      {node.required.length === 1
        ? titleOf(node.required[0] ?? '')
        : t('author.rule.conditions', { count: node.required.length })}
      <Icon icon={ChevronDown} />
    </button>
  )
  const completionText = t(`author.rule.how.${node.completionType}`)
  const completionButton = (
    <MenuTrigger>
      <AriaButton className="pick" aria-label={`${completionText}: ${t('author.rule.changeHow')}`}>
        {completionText}
        <Icon icon={ChevronDown} />
      </AriaButton>
      <Choices
        label={t('author.rule.changeHow')}
        value={node.completionType}
        options={(['automated', 'manual'] as const).map((id) => ({ id, text: t(`author.rule.how.${id}`) }))}
        onChoose={(completionType) => edit({ do: 'set', id: node.id, set: { completionType } })}
      />
    </MenuTrigger>
  )
  return (
    <section>
      <h3>{t(`author.rule.title.${node.t}`, { title })}</h3>
      <div ref={box} className="rule-box">
        <p className="rule-say">
          {ids.length === 0 ? (
            <Sentence text={t('author.rule.nothing', { title })} parts={{ list: listButton }} />
          ) : (
            <Sentence
              text={t(`author.rule.say.${node.t}`, { title })}
              parts={{ count: countButton, list: listButton }}
            />
          )}{' '}
          {node.required.length > 0 ? (
            <>
              <Sentence
                text={t('author.rule.must', { count: node.required.length })}
                parts={{ required: requiredButton }}
              />{' '}
            </>
          ) : null}
          <Sentence text={t(`author.rule.passes.${node.t}`)} parts={{ how: completionButton }} />
        </p>
        {ids.length > 0 && ids.length <= MAX_RUNGS ? <RuleRow ids={ids} required={node.required} need={count} /> : null}
        <div className="split">
          <span className="small dim grow">
            {ids.length === 0 ? '' : t(needsAll ? 'author.rule.hintAll' : 'author.rule.hint')}
          </span>
          {node.required.length === 0 ? (
            <Button size="small" onClick={() => setChoosing('required')}>
              <Icon icon={Plus} />
              {t('author.rule.condition')}
            </Button>
          ) : null}
        </div>
      </div>
      {choosing === 'list' ? (
        <NodesDialog
          title={t('author.rule.listTitle', { title })}
          node={node}
          chosen={ids}
          resetLabel={t('author.rule.everything')}
          onReset={() => edit({ do: 'set', id: node.id, set: { completion: null } })}
          onChoose={(chosen) => edit({ do: 'set', id: node.id, set: withList(tree, node, chosen) })}
          onClose={() => setChoosing(null)}
        />
      ) : null}
      {choosing === 'required' ? (
        <NodesDialog
          title={t('author.rule.requiredTitle', { title })}
          node={node}
          chosen={node.required}
          onChoose={(required) => {
            // the first or last condition removes the button that opened the dialog, so the focus needs a new element
            setTimeout(() => {
              if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>('.pick')?.focus()
            }, FOCUS_MS)
            return edit({ do: 'set', id: node.id, set: { required } })
          }}
          onClose={() => setChoosing(null)}
        />
      ) : null}
    </section>
  )
}
