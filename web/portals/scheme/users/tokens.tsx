import { useQueryClient } from '@tanstack/react-query'
import { Ban, KeyRound, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiToken, ApiTokenSecret } from '#contract/identity/api-tokens.ts'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { ConfirmDialog } from '#web/shell/frame/confirm-dialog.tsx'
import { FactList } from '#web/desk/side-sheet.tsx'
import { NameQuestion } from '#web/desk/name-question.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDeviceDay, useDeviceMoment } from '../device-day.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { TokenForm } from './token-form.tsx'
import { scopeKey, detailKey, useTokens } from './user-data.ts'

/** Lists the API tokens of a program (a user of type `api`), and creates, rotates and revokes them. */
export function Tokens({ user: { uuid, status } }: { user: UserDetail }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data, isError } = useTokens(uuid)
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<ApiTokenSecret | null>(null)
  const reloadUser = () => void queries.invalidateQueries({ queryKey: detailKey(uuid) })
  const showSecret = (secret: ApiTokenSecret) => {
    setCreated(secret)
    reloadUser()
  }
  return (
    <section className="stack">
      <h3>{t('author.tokens.title')}</h3>
      {isError ? (
        <Alert kind="bad">
          <p role="alert">{t('desk.failed')}</p>
        </Alert>
      ) : data === undefined ? (
        <Skeleton height="8rem" />
      ) : data.length === 0 ? (
        <p className="dim">{t('author.tokens.none')}</p>
      ) : (
        <ul className="tokens">
          {data.map((token) => (
            <li key={token.id} className="stack">
              <Token uuid={uuid} token={token} onRotated={showSecret} onChanged={reloadUser} />
            </li>
          ))}
        </ul>
      )}
      {status === 'current' ? (
        <Button onClick={() => setCreating(true)}>
          <Icon icon={KeyRound} />
          {t('author.tokens.make')}
        </Button>
      ) : null}
      {creating ? <TokenForm uuid={uuid} onClose={() => setCreating(false)} onCreated={showSecret} /> : null}
      {created === null ? null : <SecretDialog created={created} onClose={() => setCreated(null)} />}
    </section>
  )
}

interface TokenProps {
  uuid: string
  token: ApiToken
  onRotated: (secret: ApiTokenSecret) => void
  onChanged: () => void
}

function Token({ uuid, token, onRotated, onChanged }: TokenProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const [day, moment, now] = [useDeviceDay(), useDeviceMoment(), useNow()]
  const [open, setOpen] = useState<'rotate' | 'revoke' | null>(null)
  const { busy, act } = useAct()
  const { id, name } = token
  const close = () => setOpen(null)
  const expired = token.expires * 1000 <= now
  return (
    <>
      <h4>
        {name} {expired ? <Chip kind="bad">{t('author.tokens.expired')}</Chip> : null}
      </h4>
      <FactList
        facts={[
          [t('author.tokens.scopes'), token.scopes.map((scope) => t(scopeKey(scope))).join(', ')],
          [t('author.tokens.field.club_id'), token.club?.name ?? t('author.tokens.noClub')],
          [
            t('author.tokens.lastUsed'),
            token.last_used === null ? t('author.tokens.neverUsed') : moment(token.last_used),
          ],
          [t('author.tokens.limit'), t('author.tokens.perMinute', { count: token.per_minute })],
          [t('author.tokens.until'), day(token.expires)],
          // after a rotation the old secret still works for a while
          [t('author.tokens.oldSecret'), token.previous_until === null ? null : moment(token.previous_until)],
        ]}
      />
      <div className="flow">
        <Button size="small" aria-label={t('author.tokens.rotateOf', { name })} onClick={() => setOpen('rotate')}>
          <Icon icon={RefreshCw} />
          {t('author.tokens.rotate')}
        </Button>
        <Button
          size="small"
          kind="risk"
          aria-label={t('author.tokens.revokeOf', { name })}
          onClick={() => setOpen('revoke')}
        >
          <Icon icon={Ban} />
          {t('author.tokens.revoke')}
        </Button>
      </div>
      <ConfirmDialog
        open={open === 'rotate'}
        title={t('author.tokens.rotateTitle', { name })}
        confirmLabel={t('author.tokens.rotateYes')}
        busy={busy}
        onClose={close}
        onConfirm={() =>
          void act(async () => {
            onRotated(await api.write('POST', `/users/${uuid}/tokens/${id}/rotate`))
            close()
          })
        }
      >
        <p>{t('author.tokens.rotateText')}</p>
      </ConfirmDialog>
      {open === 'revoke' ? (
        <NameQuestion
          title={t('author.tokens.revokeTitle', { name })}
          name={name}
          confirmLabel={t('author.tokens.revokeYes')}
          busy={busy}
          onCancel={close}
          onConfirm={() =>
            void act(
              () => api.write('DELETE', `/users/${uuid}/tokens/${id}`),
              () => t('author.tokens.revoked', { name }),
            ).finally(onChanged)
          }
        >
          <Alert kind="begun">
            <p>{t('author.tokens.revokeText')}</p>
          </Alert>
        </NameQuestion>
      ) : null}
    </>
  )
}
