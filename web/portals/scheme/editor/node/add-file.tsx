import { useTranslation } from 'react-i18next'
import { listItems } from '#domain/curriculum/address.ts'
import { storedAddress } from '#domain/curriculum/stored-file.ts'
import { UploadField } from '#web/features/upload/upload-field.tsx'
import { useUpload } from '#web/shell/frame/use-upload.ts'

interface AddFileProps {
  value: string
  onSave: (value: string) => boolean
}

/** Uploads a file and adds it to a section's list of files, which is stored as text. */
export function AddFile({ value, onSave }: AddFileProps) {
  const { t } = useTranslation()
  const upload = useUpload('curriculum-file')
  return (
    <UploadField
      label={t('author.content.upload')}
      purpose="curriculum-file"
      current={null}
      send={upload}
      onStored={({ id, filename }) =>
        void onSave([...listItems(value), storedAddress({ id, name: filename })].join(', '))
      }
    />
  )
}
