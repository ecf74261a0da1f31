import { Link2, Link2Off, Snowflake } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AnswerBody, Mirror, UpdateImpact } from '#contract/curriculum/sharing.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ChangeCounts, ChangeList } from './change-list.tsx'
import { ConfirmUpdateDialog } from './confirm-update-dialog.tsx'
import { useSharingAct } from './use-sharing.ts'

/**
 * Lists the linked nodes, which the API calls mirrors: first those with an update, also a declined one, or a deleted
 * original, then the others.
 */
export function Inbox({ mirrors }: { mirrors: readonly Mirror[] }) {
  const { t } = useTranslation()
  if (mirrors.length === 0)
    return (
      <Card>
        <Empty title={t('author.inbox.none')}>{t('author.inbox.noneText')}</Empty>
      </Card>
    )
  /** Whether no answer is expected. */
  const isSettled = ({ state }: Mirror) => state === 'same' || state === 'frozen'
  const unsettled = mirrors.filter((mirror) => !isSettled(mirror))
  const settled = mirrors.filter(isSettled)
  return (
    <div className="stack">
      {unsettled.map((mirror) => (
        <MirrorCard key={keyOf(mirror)} mirror={mirror} />
      ))}
      {unsettled.length === 0 ? <p className="dim">{t('author.inbox.nothing')}</p> : null}
      {settled.length > 0 ? (
        <Card>
          <ul className="rows">
            {settled.map((mirror) => (
              <MirrorRow key={keyOf(mirror)} mirror={mirror} />
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  )
}

const keyOf = ({ scheme_uuid, node_id }: Mirror) => `${scheme_uuid}${node_id}`

/** The kind and the icon of the chip for each state of a linked node. */
const chips = {
  update: ['begun', Link2],
  kept: ['line', Link2],
  same: ['done', Link2],
  frozen: ['note', Snowflake],
  gone: ['bad', Link2Off],
} as const

/** The answers that an author can give about a linked node. */
function useMirrorAnswers({ scheme_uuid, node_id, update }: Mirror) {
  const { api } = useShell()
  const { busy, act } = useSharingAct()
  /** The impact that the author must confirm before the update is accepted, and the answer that accepts it. */
  const [question, setQuestion] = useState<{ impact: UpdateImpact; confirm: () => void } | null>(null)
  const answer = (choice: AnswerBody['answer']) => {
    setQuestion(null)
    const isAboutUpdate = choice === 'accept' || choice === 'keep'
    // names the update that the author has seen, so that the server refuses the answer when there is a newer one
    const seenUpdate = isAboutUpdate && update !== null ? { update } : {}
    const body: AnswerBody = { scheme_uuid, node_id, answer: choice, ...seenUpdate }
    void act(() => api.write('POST', '/mirrors/answer', body))
  }
  return {
    busy,
    answer,
    question,
    clearQuestion: () => setQuestion(null),
    /** Accepts the update; if it would change members' levels, the author must confirm it first. */
    accept: async () => {
      const computed = await act(() => api.get('/mirrors/impact', { query: { scheme_uuid, node_id } }))
      if (!computed) return
      const confirm = () => answer('accept')
      // a newer update may arrive while the question is open; it is not the one that is confirmed
      if (computed.levels.length === 0) confirm()
      else setQuestion({ impact: computed, confirm })
    },
    /** Makes the node independent of its original. */
    rehome: () => void act(() => api.write('POST', '/curriculum/rehome-linked-node', { scheme_uuid, node_id })),
  }
}

function StateChip({ state }: { state: Mirror['state'] }) {
  const { t } = useTranslation()
  const [colour, icon] = chips[state]
  return (
    <Chip kind={colour} icon={icon}>
      {t(`author.inbox.state.${state}`)}
    </Chip>
  )
}

/** A linked node without an update, or a frozen one. */
function MirrorRow({ mirror }: { mirror: Mirror }) {
  const { t } = useTranslation()
  const { busy, answer, rehome } = useMirrorAnswers(mirror)
  const { title, state } = mirror
  const isFrozen = state === 'frozen'
  return (
    <li className="shared-row">
      <div className="grow">
        <Link className="plain" to={`/scheme/${mirror.scheme_slug}${mirror.node_id}`}>
          {title}
        </Link>
        <small className="dim">
          {t('author.inbox.where', { scheme: mirror.scheme_name, origin: mirror.origin_name })}
        </small>
      </div>
      <div className="flow">
        <StateChip state={state} />
        <Button
          size="small"
          kind="bare"
          disabled={busy}
          aria-label={t('author.sharing.of', {
            act: t(isFrozen ? 'author.inbox.follow' : 'author.inbox.freeze'),
            name: title,
          })}
          onClick={() => answer(isFrozen ? 'follow' : 'freeze')}
        >
          {t(isFrozen ? 'author.inbox.follow' : 'author.inbox.freeze')}
        </Button>
        <Button
          size="small"
          kind="bare"
          disabled={busy}
          aria-label={t('author.sharing.of', { act: t('author.inbox.rehome'), name: title })}
          onClick={rehome}
        >
          {t('author.inbox.rehome')}
        </Button>
      </div>
    </li>
  )
}

/** A linked node with an update, also a declined one, or with a deleted original, and the possible answers. */
function MirrorCard({ mirror }: { mirror: Mirror }) {
  const { t } = useTranslation()
  const { busy, answer, accept, question, clearQuestion, rehome } = useMirrorAnswers(mirror)
  const { node_id, state, title } = mirror
  const names = { title, scheme: mirror.scheme_name, origin: mirror.origin_name }
  return (
    <Card className="mirror">
      <div className="in stack">
        <div className="split">
          <h2 className="grow">
            <Link className="plain" to={`/scheme/${mirror.scheme_slug}${node_id}`}>
              {title}
            </Link>
          </h2>
          <StateChip state={state} />
        </div>
        <p className="dim">{t('author.inbox.where', names)}</p>
        {state === 'gone' ? <p>{t('author.inbox.goneText', names)}</p> : null}
        {state === 'update' || state === 'kept' ? (
          <>
            <ChangeCounts changes={mirror.changes} />
            <ChangeList changes={mirror.changes} />
          </>
        ) : null}
        <div className="flow">
          {state === 'update' || state === 'kept' ? (
            <Button disabled={busy} onClick={() => void accept()}>
              {t('author.inbox.accept')}
            </Button>
          ) : null}
          {state === 'update' ? (
            <Button disabled={busy} onClick={() => answer('keep')}>
              {t('author.inbox.keep')}
            </Button>
          ) : null}
          <Button kind="bare" disabled={busy} onClick={() => answer('freeze')}>
            {t('author.inbox.freeze')}
          </Button>
          <Button kind="bare" disabled={busy} onClick={rehome}>
            {t('author.inbox.rehome')}
          </Button>
        </div>
      </div>
      {question ? (
        <ConfirmUpdateDialog impact={question.impact} onClose={clearQuestion} onAccept={question.confirm} />
      ) : null}
    </Card>
  )
}
