import '../club.css'
import { Link2, Trash2, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Guest } from '#contract/flows/guests.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { FactList } from '#web/desk/side-sheet.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { ConfirmDialog } from '#web/shell/frame/confirm-dialog.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useOwnsRecords } from '../club-data.ts'
import { useGuests, useGuestWrites } from './guests-data.ts'
import { MemberForm } from './member-form.tsx'
import { MemberPicker } from './member-picker.tsx'

const nameOf = ({ firstname, lastname }: Pick<Guest, 'firstname' | 'lastname'>) => `${firstname} ${lastname}`.trimEnd()

/** What the office is about to decide about a guest. */
type Decision = 'member' | 'join' | 'drop'

/** Children whom coaches entered at a session because they were on no list; the office decides what they are. */
export function GuestsPage() {
  const { t } = useTranslation()
  const guests = useGuests()
  return (
    <Page title={t('club.guests.title')}>
      <header className="head">
        <div className="grow">
          <h1>{t('club.guests.title')}</h1>
          <p className="small dim">{t('club.guests.text')}</p>
        </div>
        <Link className="btn icon bare" to="/members" aria-label={t('club.import.toMembers')}>
          <Icon icon={X} />
        </Link>
      </header>
      <div className="scroll grow in guests" aria-busy={guests.isPending}>
        {guests.isError ? <NotLoaded onRetry={guests.refetch} /> : null}
        {guests.isPending ? <Skeleton height="14rem" /> : null}
        {guests.data?.length === 0 ? <Empty title={t('club.guests.none')}>{t('club.guests.noneText')}</Empty> : null}
        {guests.data?.map((guest) => (
          <GuestCard key={guest.uuid} guest={guest} />
        ))}
      </div>
    </Page>
  )
}

function GuestCard({ guest }: { guest: Guest }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const ownsRecords = useOwnsRecords()
  const [decision, setDecision] = useState<Decision | null>(null)
  const name = nameOf(guest)
  const close = () => setDecision(null)
  const button = (kind: Decision, icon: typeof UserPlus, main = false) => (
    <Button {...(main ? { kind: 'main' } : {})} onClick={() => setDecision(kind)}>
      <Icon icon={icon} />
      {t(`club.guests.${kind}`)}
      <span className="sr">: {name}</span>
    </Button>
  )
  return (
    <article className="stack" aria-label={name}>
      <h2>{name}</h2>
      <FactList
        facts={[
          [t('club.guests.why'), t(`club.guests.kind.${guest.to === null ? 'trial' : 'today'}`)],
          [t('club.guests.session'), `${guest.group.name}, ${fullDate(guest.from, language)}`],
          [t('club.guests.coach'), guest.coach],
          [t('club.guests.marks'), String(guest.marks)],
        ]}
      />
      <div className="flow">
        {/* a course provider's records are its own: there a guest can only be dropped */}
        {ownsRecords ? button('member', UserPlus, /* main */ true) : null}
        {ownsRecords ? button('join', Link2) : null}
        {button('drop', Trash2)}
      </div>
      {decision === 'member' ? <NewMember guest={guest} onClose={close} /> : null}
      {decision === 'join' ? <JoinDialog guest={guest} onClose={close} /> : null}
      {decision === 'drop' ? <DropQuestion guest={guest} onClose={close} /> : null}
    </article>
  )
}

interface DecisionProps {
  guest: Guest
  onClose: () => void
}

function NewMember({ guest, onClose }: DecisionProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  return (
    <MemberForm
      detail={null}
      guest={guest}
      onClose={onClose}
      onSaved={({ firstname }) => {
        onClose()
        alerts.show(t('club.form.added', { name: firstname }), 'done')
      }}
    />
  )
}

function JoinDialog({ guest, onClose }: DecisionProps) {
  const { t } = useTranslation()
  const writes = useGuestWrites()
  const { busy, act } = useAct((code) => (code === 'NOT_FOUND' ? t('club.guests.gone') : undefined))
  const join = async (memberUuid: string) => {
    if (busy) return
    await act(
      () => writes.join(guest.uuid, memberUuid),
      (member) => t('club.guests.joined', { name: nameOf(member) }),
    )
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('club.guests.joinTitle', { name: nameOf(guest) })}
      closeLabel={t('desk.cancel')}
    >
      <p>{t('club.guests.joinText', { count: guest.marks })}</p>
      <MemberPicker label={t('club.guests.find')} isIn={() => false} onPick={(member) => void join(member.uuid)} />
    </Dialog>
  )
}

function DropQuestion({ guest, onClose }: DecisionProps) {
  const { t } = useTranslation()
  const writes = useGuestWrites()
  const { busy, act } = useAct((code) => (code === 'NOT_FOUND' ? t('club.guests.gone') : undefined))
  const drop = () =>
    act(
      () => writes.drop(guest.uuid),
      () => t('club.guests.dropped', { name: nameOf(guest) }),
    ).then(onClose)
  return (
    <ConfirmDialog
      open
      title={t('club.guests.dropTitle', { name: nameOf(guest) })}
      confirmLabel={t('club.guests.drop')}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void drop()}
    >
      <p>{t('club.guests.dropText', { count: guest.marks })}</p>
    </ConfirmDialog>
  )
}
