import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentFolder, DocumentDetail } from '#contract/notices/documents.ts'
import type { StoredFile } from '#contract/platform/files.ts'
import { MAX_CLUBS } from '#domain/tenants/max-clubs.ts'
import { UploadField } from '#web/features/upload/upload-field.tsx'
import { ClubChoice } from '#web/desk/clubs/club-choice.tsx'
import { differences } from '#web/desk/form/differences.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { useUpload } from '#web/shell/frame/use-upload.ts'
import { Select } from '#web/ui/form/select.tsx'
import { FOLDERS, useDocumentWrites } from './document-data.ts'

interface DocumentValues {
  folder: DocumentFolder
  description: string
  club_ids: string[]
  file: Pick<StoredFile, 'id' | 'filename' | 'bytes'> | null
}

/** A code for the problem of each invalid field; `problemText` below turns it into a text. */
function problemsOf({ description, club_ids, file }: DocumentValues): ReadonlyMap<string, string> {
  const problems = new Map<string, string>()
  if (file === null) problems.set('file', 'file')
  if (description.trim() === '') problems.set('description', 'required')
  if (club_ids.length === 0) problems.set('club_ids', 'club')
  return problems
}

/** The request body. The clubs are sorted, so that choosing the same clubs in another order is no change. */
function bodyOf({ folder, description, club_ids, file }: DocumentValues) {
  return { folder, description: description.trim(), club_ids: [...club_ids].sort(), file_id: file?.id ?? '' }
}

interface DocumentFormProps {
  /** Null for a new document. */
  document: DocumentDetail | null
  /** The folder of a new document. */
  folder: DocumentFolder
  onClose: () => void
  onSaved: (detail: DocumentDetail) => void
}

/** The form of a document. Uploading another file makes a new version of the document. */
export function DocumentForm({ document, folder, onClose, onSaved }: DocumentFormProps) {
  const { t } = useTranslation()
  const upload = useUpload('document')
  const [isUploading, setUploading] = useState(false)
  const { create, change, reload } = useDocumentWrites()
  const valuesOf = (detail: DocumentDetail | null): DocumentValues => ({
    folder: detail?.folder ?? folder,
    description: detail?.description ?? '',
    club_ids: detail?.clubs.map((club) => club.id) ?? [],
    file: detail?.versions[0]?.file ?? null,
  })
  const entry = useEntry<DocumentValues, DocumentDetail>({
    thing: document,
    valuesOf,
    problemsOf,
    // the server names an entry of a list, such as `club_ids/0`; the form has one field for the list
    nameOf: (field) => (field === 'file_id' ? 'file' : (field.split('/')[0] ?? field)),
    create: (values) => create(bodyOf(values)),
    change: (values, before) => {
      const changed = differences(bodyOf(values), bodyOf(valuesOf(before)))
      return Object.keys(changed).length === 0 ? Promise.resolve(before) : change(before, changed)
    },
    reload,
    onSaved,
  })
  const { form } = entry
  const { errors } = form.formState
  const problemText = (problem: string) =>
    t(`author.documents.problem.${problem}`, { defaultValue: t('author.documents.problem.other') })
  return (
    <EntryDialog
      entry={entry}
      wide
      title={entry.base === null ? t('author.documents.new') : t('author.documents.change')}
      add={t('author.documents.add')}
      fieldName={(field) => t(`author.documents.field.${field}`)}
      isUploading={isUploading}
      onClose={onClose}
    >
      <div className="span">
        <UploadField
          label={t('author.documents.field.file')}
          purpose="document"
          current={form.watch('file')}
          send={upload}
          onUploading={setUploading}
          onStored={(file) => {
            entry.setField('file', file)
            // a document without a description gets the file name without its extension
            if (form.getValues('description').trim() === '')
              entry.setField('description', file.filename.replace(/\.[^.]+$/, ''))
          }}
          error={errors.file?.message === undefined ? undefined : problemText(errors.file.message)}
        />
      </div>
      <EntryField
        form={form}
        name="description"
        label={t('author.documents.field.description')}
        max={200}
        problemText={problemText}
      />
      <EntryField form={form} name="folder" label={t('author.documents.field.folder')} problemText={problemText}>
        {(control) => (
          <Select {...control} {...form.register('folder')}>
            {FOLDERS.map((option) => (
              <option key={option} value={option}>
                {t(`author.documents.folder.${option}`)}
              </option>
            ))}
          </Select>
        )}
      </EntryField>
      <ClubChoice
        label={t('author.documents.field.club_ids')}
        chosen={form.watch('club_ids')}
        known={entry.base?.clubs ?? []}
        max={MAX_CLUBS}
        onChange={(ids) => entry.setField('club_ids', ids)}
        error={errors.club_ids?.message === undefined ? undefined : problemText(errors.club_ids.message)}
      />
    </EntryDialog>
  )
}
