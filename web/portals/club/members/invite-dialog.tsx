import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChosenMembers, InvitePreview } from '#contract/members/club-members.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { ConfirmDialog } from '#web/shell/frame/confirm-dialog.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { clubTasksKey, membersKey } from '../club-data.ts'
import { useInvitedWords } from '../tasks/invited-words.ts'

interface InviteDialogProps {
  chosen: ChosenMembers
  onClose: () => void
  onSent: () => void
}

/** Says how many mails go out and for whom none, and then invites the guardians of the members. */
export function InviteDialog({ chosen, onClose, onSent }: InviteDialogProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct()
  const invitedWords = useInvitedWords()
  const preview = useQuery({
    queryKey: [...membersKey, 'invites', chosen],
    queryFn: () => api.write('POST', '/members/invites/preview', chosen),
    gcTime: 0,
  })
  const { data, isError, refetch } = preview
  const mails = data?.mails ?? 0

  /** Few are invited at once; many in the background, which is shown above every page. */
  async function invite(): Promise<void> {
    await act(
      async () => {
        const reply = await api.write('POST', '/members/invites', chosen)
        onSent()
        return reply
      },
      (reply) => ('task' in reply ? null : invitedWords(reply)),
    )
    void refresh(queries, membersKey, clubTasksKey)
  }
  return (
    <ConfirmDialog
      open
      kind="main"
      title={data ? t('club.bulk.title', { count: mails }) : t('club.bulk.button')}
      confirmLabel={t('club.bulk.yes', { count: mails })}
      busy={busy || mails === 0}
      onClose={onClose}
      onConfirm={() => void invite()}
    >
      {data ? <Preview preview={data} /> : isError ? <NotLoaded onRetry={refetch} /> : <Skeleton height="6rem" />}
    </ConfirmDialog>
  )
}

function Preview({ preview: { mails, left_out } }: { preview: InvitePreview }) {
  const { t } = useTranslation()
  return (
    <div className="stack">
      {mails > 0 ? <p>{t('club.bulk.text')}</p> : null}
      {left_out.length > 0 ? (
        <>
          <p className="mid">{t('club.bulk.leftOut')}</p>
          <ul className="stack small">
            {left_out.map(({ why, count, members }) => (
              <li key={why}>
                <span className="mid">{t(`club.bulk.why.${why}`, { count })}</span>
                <br />
                <span className="dim">
                  {count > members.length
                    ? t('club.bulk.andMore', { names: listed(members), count: count - members.length })
                    : listed(members)}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}
