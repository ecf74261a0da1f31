import { useTranslation } from 'react-i18next'
import { listedIn } from '#domain/curriculum/address.ts'
import { storedAddress } from '#domain/curriculum/stored-file.ts'
import { UploadField } from '#web/features/upload/upload-field.tsx'
import { useUpload } from '#web/shell/frame/use-upload.ts'

interface AddFileProps {
  value: string
  onKeep: (value: string) => boolean
}

/** Uploads a file into a list of files. */
export function AddFile({ value, onKeep }: AddFileProps) {
  const { t } = useTranslation()
  const send = useUpload('curriculum-file')
  return (
    <UploadField
      label={t('author.content.upload')}
      purpose="curriculum-file"
      current={null}
      send={send}
      onStored={({ id, filename }) =>
        void onKeep([...listedIn(value), storedAddress({ id, name: filename })].join(', '))
      }
    />
  )
}
