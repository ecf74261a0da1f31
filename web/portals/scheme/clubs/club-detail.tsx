import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClubSettings } from '#contract/tenants/clubs.ts'
import { LogoField } from '#web/features/upload/logo-field.tsx'
import { FactList, SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { NameQuestion } from '#web/desk/name-question.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { FilePicture } from '#web/shell/frame/file-picture.tsx'
import { languageName } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useLogoContrasts } from '#web/shell/frame/use-logo-contrasts.ts'
import { useUpload } from '#web/shell/frame/use-upload.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useChangeClub, useClub, useReloadClubs, useOwnsRecords } from './club-data.ts'
import { ClubForm } from './club-form.tsx'

/** The detail view of a club, beside the list. */
export function ClubPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SideSheet
      id={id}
      answer={useClub(id)}
      nameOf={(club) => club.name}
      title={t('author.clubList.one')}
      notFoundText={t('author.clubList.unknown')}
      onClose={onClose}
    >
      {(club) => <Detail club={club} onClose={onClose} />}
    </SideSheet>
  )
}

function Detail({ club, onClose }: { club: ClubSettings; onClose: () => void }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const ownsRecords = useOwnsRecords()
  const [open, setOpen] = useState<'form' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <SideHead name={club.name} facts={[club.ngo_id, club.time_zone]} onClose={onClose}>
        <Button size="small" onClick={() => setOpen('form')}>
          <Icon icon={Pencil} />
          {t('author.clubList.edit')}
        </Button>
        {ownsRecords ? (
          <Button kind="risk" size="small" onClick={() => setOpen('delete')}>
            <Icon icon={Trash2} />
            {t('author.clubList.delete')}
          </Button>
        ) : null}
      </SideHead>
      <div className="parts scroll">
        <Facts club={club} />
        <Logo club={club} />
      </div>
      {open === 'form' ? (
        <ClubForm
          club={club}
          onClose={close}
          onSaved={() => {
            close()
            alerts.show(t('desk.saved'), 'done')
          }}
        />
      ) : null}
      {open === 'delete' ? <DeleteClub club={club} onCancel={close} onDeleted={onClose} /> : null}
    </>
  )
}

function Facts({ club }: { club: ClubSettings }) {
  const { t } = useTranslation()
  const { languages } = useShell().client
  const names = languages
    .filter(({ language_id: id }) => club.language_ids.includes(id))
    .map(({ language }) => languageName(language))
  return (
    <section>
      <h3>{t('author.clubList.details')}</h3>
      <FactList
        facts={[
          [t('author.clubList.members'), String(club.members)],
          [t('author.clubList.users'), String(club.users)],
          [t('desk.club.language_ids'), names.join(', ')],
          [t('desk.club.parent_portal'), t(club.parent_portal === 1 ? 'author.clubList.yes' : 'author.clubList.no')],
          [t('desk.club.member_types'), club.member_types.join(', ') || null],
        ]}
      />
    </section>
  )
}

function Logo({ club }: { club: ClubSettings }) {
  const { t } = useTranslation()
  const change = useChangeClub()
  const { busy, act } = useAct()
  const logo = club.logo_file_id
  return (
    <LogoField
      purpose="club-logo"
      contrasts={useLogoContrasts(logo)}
      picture={
        logo === null ? null : (
          <FilePicture key={logo} id={logo} width={120} alt={t('upload.logo.logoOf', { name: club.name })} />
        )
      }
      busy={busy}
      send={useUpload('club-logo')}
      onSet={(fileId, successText) =>
        void act(
          () => change(club, { logo_file_id: fileId }),
          () => successText,
        )
      }
    />
  )
}

interface DeleteClubProps {
  club: ClubSettings
  onCancel: () => void
  onDeleted: () => void
}

/** Asks to confirm the deletion of a club; a club with members cannot be deleted [7.20], [5.18]. */
function DeleteClub({ club, onCancel, onDeleted }: DeleteClubProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const reloadClubs = useReloadClubs()
  const { busy, act } = useAct((code) => (code === 'CLUB_IN_USE' ? t('author.clubList.inUseNow') : undefined))
  const { id, name, members } = club
  const remove = () =>
    act(
      async () => {
        await api.write('DELETE', `/clubs/${id}`).catch((error: unknown) => {
          // somebody may have added a member since the club was loaded
          reloadClubs()
          throw error
        })
        reloadClubs(id)
        onDeleted()
      },
      () => t('author.clubList.deleted', { name }),
    ).finally(onCancel)
  if (members > 0)
    return (
      <Question
        open
        onClose={onCancel}
        title={t('author.clubList.inUseTitle', { name })}
        footer={<Button onClick={onCancel}>{t('author.clubList.understood')}</Button>}
      >
        <p>{t('author.clubList.inUse', { name, count: members })}</p>
      </Question>
    )
  return (
    <NameQuestion
      title={t('author.clubList.deleteTitle', { name })}
      name={name}
      confirmLabel={t('author.clubList.deleteNow')}
      busy={busy}
      onCancel={onCancel}
      onConfirm={() => void remove()}
    >
      <Alert kind="begun">
        <p>{t('author.clubList.deleteText')}</p>
      </Alert>
    </NameQuestion>
  )
}
