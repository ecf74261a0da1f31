import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import { inTreeOrder } from '#domain/curriculum/tree.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { QueryResult } from '#web/portals/scheme/query-result.tsx'
import { useSchemes } from '../../schemes/use-schemes.ts'
import { useSharingAct } from '../../sharing/use-sharing.ts'
import { useEditor } from '../editor-context.ts'
import { findNodes } from '../tree/find-nodes.ts'
import { MatchCount } from '../tree/match-count.tsx'
import { ancestorsOf } from '../tree/tree-position.ts'
import { treeIn } from '../session/transport.ts'

const MAX_FOUND = 50

/** Links a node of another scheme, with its descendants, into this scheme. */
export function MirrorDialog({ parentId, onClose }: { parentId: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { raw, open, titleOf, nodeTitle, store } = useEditor()
  const { busy, act } = useSharingAct()
  const schemes = useSchemes(/* includeDeleted */ false)
  const otherSchemes = (schemes.data ?? []).filter((scheme) => scheme.slug !== raw.slug)
  const [chosenSlug, setChosenSlug] = useState('')
  // until a scheme is chosen, the nodes of one that is subscribed are offered, else of the first
  const offeredScheme = otherSchemes.find((scheme) => scheme.subscribed) ?? otherSchemes[0]
  const slug = chosenSlug === '' ? offeredScheme?.slug : chosenSlug
  const [searchText, setSearchText] = useState('')
  const source = useQuery({
    queryKey: ['sharing', 'raw', slug],
    queryFn: ({ signal }) => api.rawCurriculum(slug ?? '', signal),
    enabled: slug !== undefined,
  })
  const sourceTree = useMemo(() => (source.data ? treeIn(source.data) : null), [source.data])
  const nodes = useMemo(() => (sourceTree ? inTreeOrder(sourceTree) : []), [sourceTree])
  const found = useMemo(() => findNodes(nodes, searchText, MAX_FOUND), [nodes, searchText])
  const pathTo = (id: string) => (sourceTree ? ancestorsOf(sourceTree, id).map(nodeTitle).join(', ') : '')
  const link = (sourceScheme: RawCurriculum, id: string) => {
    const body = { link_scheme_uuid: sourceScheme.uuid, link_node_id: id, scheme_uuid: raw.uuid, parent_id: parentId }
    void act(() => api.write('POST', '/curriculum/mirror', body)).then((reply) => {
      if (!reply) return
      store.noteRevision(reply.revision)
      onClose()
      alerts.show(t('author.linked.done'), 'done')
      // the store must fetch the new node before it can be opened
      void store.idle().then(() => open(reply.node_id, true))
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={parentId === null ? t('author.linked.titleTop') : t('author.linked.titleIn', { title: titleOf(parentId) })}
      closeLabel={t('shell.close')}
    >
      <QueryResult answer={schemes} waiting={<Skeleton height="16rem" />}>
        {() =>
          otherSchemes.length === 0 ? (
            <Alert>
              <p>{t('author.linked.noOther')}</p>
            </Alert>
          ) : (
            <>
              <Field label={t('author.linked.scheme')}>
                {(control) => (
                  <Select {...control} value={slug ?? ''} onChange={(event) => setChosenSlug(event.target.value)}>
                    {otherSchemes.map((scheme) => (
                      <option key={scheme.slug} value={scheme.slug}>
                        {scheme.name}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <SearchBox label={t('author.jump.label')} rule="special" value={searchText} onSearch={setSearchText} />
              <QueryResult answer={source} waiting={<Skeleton height="12rem" />}>
                {(sourceScheme) => (
                  <>
                    {found.total === 0 ? <p className="dim">{t('scheme.nodeNone')}</p> : null}
                    <ul className="found">
                      {found.shown.map((node) => (
                        <li key={node.id}>
                          <button type="button" disabled={busy} onClick={() => link(sourceScheme, node.id)}>
                            <Glyph kind={node.t} />
                            <span className="grow">
                              {nodeTitle(node)}
                              {pathTo(node.id) === '' ? null : <small className="dim">{pathTo(node.id)}</small>}
                            </span>
                          </button>
                        </li>
                      ))}
                    </ul>
                    <MatchCount found={found} />
                  </>
                )}
              </QueryResult>
            </>
          )
        }
      </QueryResult>
    </Dialog>
  )
}
