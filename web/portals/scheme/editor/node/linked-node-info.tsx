import { Link2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Mirror } from '#contract/curriculum/sharing.ts'
import { isLinkRoot } from '#domain/curriculum/linked.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useMirrors, useSharingAct } from '../../sharing/use-sharing.ts'
import { useEditor } from '../editor-context.ts'

/** Says where a linked node comes from and what may be changed in it; for other nodes, lists the linked copies of the node. */
export function LinkedNodeInfo({ node, onGoTo }: { node: AuthorNode; onGoTo: (id: string) => void }) {
  const { t } = useTranslation()
  const { raw, titleOf } = useEditor()
  const { data: linkedNodes = [] } = useMirrors()
  const root = node.origin?.root ?? ''
  const source = linkedNodes.find((mirror) => mirror.scheme_uuid === raw.uuid && mirror.node_id === root)
  const copies = linkedNodes.filter((mirror) => mirror.origin_slug === raw.slug && mirror.origin_node_id === node.id)
  return (
    <>
      {node.origin ? (
        <div className="alert linked">
          <Icon icon={Link2} />
          <p>
            <b>
              {!raw.own
                ? t('author.linked.whole')
                : source
                  ? t('author.linked.from', { origin: source.origin_name })
                  : t('author.linked.fromOther')}
            </b>{' '}
            {t(raw.own ? 'author.linked.text' : 'author.linked.wholeText')}
          </p>
          {/* a scheme that is linked as a whole has no top node of a link */}
          {isLinkRoot(node) || root === '' ? null : (
            <Button size="small" onClick={() => onGoTo(root)}>
              {titleOf(root)}
            </Button>
          )}
        </div>
      ) : null}
      {copies.map((copy) => (
        <Copy key={`${copy.scheme_uuid}${copy.node_id}`} copy={copy} />
      ))}
    </>
  )
}

/** One linked copy of the node, with the command that makes the copy independent of this node. */
function Copy({ copy: { scheme_uuid, node_id, scheme_name, title } }: { copy: Mirror }) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { busy, act } = useSharingAct()
  const rehome = () =>
    void act(() => api.write('POST', '/curriculum/rehome-linked-node', { scheme_uuid, node_id })).then(
      (reply) => reply && alerts.show(t('author.linked.rehomed', { scheme: scheme_name }), 'done'),
    )
  return (
    <div className="alert linked">
      <Icon icon={Link2} />
      <p>
        <b>{t('author.linked.copy', { scheme: scheme_name, title })}</b> {t('author.linked.copyText')}
      </p>
      <Button size="small" disabled={busy} onClick={rehome}>
        {t('author.linked.rehome')}
      </Button>
    </div>
  )
}
