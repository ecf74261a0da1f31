import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listItems } from '#domain/curriculum/address.ts'
import { storedAddress } from '#domain/curriculum/stored-file.ts'
import { UploadField } from '#web/features/upload/upload-field.tsx'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { useUpload } from '#web/shell/frame/use-upload.ts'
import { useEditor } from '../editor-context.ts'

interface AddFileProps {
  /** Id of the node that is open. */
  nodeId: string
  value: string
  onSave: (value: string) => boolean
}

const isSameAddress = (url: URL) => url.href === window.location.href

/** Uploads a file and adds it to a section's list of files, which is stored as text. */
export function AddFile({ nodeId, value, onSave }: AddFileProps) {
  const { t } = useTranslation()
  const { open } = useEditor()
  const upload = useUpload('curriculum-file')
  const [isUploading, setUploading] = useState(false)
  return (
    <>
      <UploadField
        label={t('author.content.upload')}
        purpose="curriculum-file"
        current={null}
        send={upload}
        onUploading={setUploading}
        onStored={({ id, filename }) =>
          void onSave([...listItems(value), storedAddress({ id, name: filename })].join(', '))
        }
      />
      {/* the upload ends with the node's form; the tree has selected the node that was to be opened */}
      {isUploading ? <UnsavedEntries isKept={isSameAddress} onStay={() => open(nodeId, true)} /> : null}
    </>
  )
}
