import './settings.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ClubPatch, ClubSettings } from '#contract/tenants/clubs.ts'
import { LogoField } from '#web/features/upload/logo-field.tsx'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { differences } from '#web/desk/form/differences.ts'
import { ClubFields } from '#web/desk/form/club-fields.tsx'
import { bodyOf, problemsOf, valuesOf, type ClubValues } from '#web/desk/form/club-values.ts'
import { SaveRefusal } from '#web/desk/form/entry-dialog.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { FilePicture } from '#web/shell/frame/file-picture.tsx'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { clubsKey, meKey } from '#web/shell/start/start-up.ts'
import { useLogoContrasts } from '#web/shell/frame/use-logo-contrasts.ts'
import { useUpload } from '#web/shell/frame/use-upload.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ClubExport } from './club-export.tsx'
import { ClubReturn } from './club-return.tsx'

const settingsKey = ['club-settings'] as const

/** The settings that a club's own administrators may change [3.5]. */
export function SettingsPage() {
  const { t } = useTranslation()
  const { api } = useShell()
  const club = useMe()?.club?.id
  const settings = useQuery({
    queryKey: [...settingsKey, club],
    queryFn: ({ signal }) => api.get(`/clubs/${club}`, { signal }),
    enabled: club !== undefined,
    // never reloaded by itself, which would replace what the user has typed
    staleTime: Infinity,
  })
  return (
    <Page title={t('club.settings.title')}>
      <header className="head">
        <h1>{t('club.settings.title')}</h1>
        <span className="dim">{settings.data?.name}</span>
      </header>
      <div className="scroll grow settings">
        {settings.data ? (
          <>
            <Logo settings={settings.data} />
            <SettingsForm key={settings.data.id} settings={settings.data} />
            <ClubExport />
            <ClubReturn />
          </>
        ) : settings.isError ? (
          <NotLoaded onRetry={settings.refetch} />
        ) : (
          <Skeleton height="24rem" />
        )}
      </div>
    </Page>
  )
}

/** Returns a function that saves a change and reloads what shows the club elsewhere. */
function useSaveChange() {
  const { api } = useShell()
  const queries = useQueryClient()
  return async (before: ClubSettings, patch: ClubPatch): Promise<ClubSettings> => {
    const saved = await api.write('PATCH', `/clubs/${before.id}`, patch, before.revision)
    cacheAnswer(queries, [...settingsKey, before.id], saved)
    // awaited: the portal starts with the answers that the device has stored, and these must have the change
    await Promise.all([meKey, clubsKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
    return saved
  }
}

function Logo({ settings }: { settings: ClubSettings }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const change = useSaveChange()
  const { busy, act } = useAct()
  const { id, logo_file_id: logo, name } = settings
  return (
    <LogoField
      purpose="club-logo"
      contrasts={useLogoContrasts(logo)}
      picture={
        logo === null ? null : <FilePicture key={logo} id={logo} width={120} alt={t('upload.logo.logoOf', { name })} />
      }
      busy={busy}
      send={useUpload('club-logo')}
      onSet={(file, done) =>
        void act(
          // with the newest revision, so that somebody else's change of another setting does not refuse the logo
          async () => change(await api.get(`/clubs/${id}`), { logo_file_id: file }),
          () => done,
        )
      }
    />
  )
}

function SettingsForm({ settings }: { settings: ClubSettings }) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const queries = useQueryClient()
  const change = useSaveChange()
  const entry = useEntry<ClubValues, ClubSettings>({
    thing: settings,
    valuesOf: (thing) => valuesOf(thing ?? settings),
    problemsOf,
    // never called, because the settings exist already
    create: (values) => change(settings, bodyOf(values)),
    change: (values, before) => {
      const changed = differences(bodyOf(values), bodyOf(valuesOf(before)))
      if (Object.keys(changed).length === 0) return Promise.resolve(before)
      // a new logo changes the revision, but none of the form's fields
      const sameFields = Object.keys(differences(valuesOf(settings), valuesOf(before))).length === 0
      return change(sameFields ? settings : before, changed)
    },
    reload: async ({ id }) => {
      const current = await api.get(`/clubs/${id}`)
      cacheAnswer(queries, [...settingsKey, id], current)
      return current
    },
    onSaved: (saved) => {
      form.reset(valuesOf(saved), { keepValues: true })
      alerts.show(t('desk.saved'), 'done')
    },
  })
  const { form, refused } = entry
  return (
    <form className="entry" noValidate onSubmit={(event) => void entry.submit(event)}>
      {form.formState.isDirty ? <UnsavedEntries /> : null}
      <SaveRefusal refused={refused} fieldName={(field) => t(`desk.club.${field}`)} />
      <ClubFields form={form} />
      <div className="span">
        <Button kind="main" type="submit" disabled={form.formState.isSubmitting}>
          {t(form.formState.isSubmitting ? 'desk.saving' : 'desk.save')}
        </Button>
      </div>
    </form>
  )
}
