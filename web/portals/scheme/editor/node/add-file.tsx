import { useRef, useState } from 'react'
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
  language: string
  /** The lists of the section by language. */
  values: Readonly<Partial<Record<string, string>>>
  readOnly: boolean
  onSave: (language: string, value: string, seen: string) => boolean
}

const isSameAddress = (url: URL) => url.href === window.location.href

/**
 * Uploads a file and adds it to a section's list of files, which is stored as text. The file goes into the language in
 * which it was chosen, also when another one is shown by the time it is stored.
 */
export function AddFile({ nodeId, language, values, readOnly, onSave }: AddFileProps) {
  const { t } = useTranslation()
  const { open } = useEditor()
  const upload = useUpload('curriculum-file')
  const [isUploading, setUploading] = useState(false)
  const chosenIn = useRef(language)
  // the upload would end with its field
  if (readOnly && !isUploading) return null
  return (
    <>
      <UploadField
        label={t('author.content.upload')}
        purpose="curriculum-file"
        current={null}
        send={(...file) => {
          chosenIn.current = language
          return upload(...file)
        }}
        onUploading={setUploading}
        onStored={({ id, filename }) => {
          const list = values[chosenIn.current] ?? ''
          onSave(chosenIn.current, [...listItems(list), storedAddress({ id, name: filename })].join(', '), list)
        }}
      />
      {/* the upload ends with the node's form; the tree has selected the node that was to be opened */}
      {isUploading ? <UnsavedEntries isKept={isSameAddress} onStay={() => open(nodeId, true)} /> : null}
    </>
  )
}
