import './scheme-browser.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentSection } from '#contract/schemes.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { unbroken } from '#web/ui/unbroken.ts'

interface ContentSectionsProps {
  sections: readonly ContentSection[]
  /** A link within the scheme was pressed. */
  onNode: (nodeId: string) => void
}

const listed = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
/** [3.14] */
const isPicture = (address: string) => /\.(gif|jpe?g|png|svg)$/i.test(address)
/** Only our own files and web addresses; nothing that runs. */
const isAddress = (text: string) => /^(https?:\/\/|\/files\/)/i.test(text)

function Linked({ address, onNode }: { address: string; onNode: (nodeId: string) => void }) {
  if (isAddress(address)) {
    return (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {address.replace(/^https?:\/\//, '')}
      </a>
    )
  }
  if (!address.startsWith('/')) return <>{address}</>
  return (
    <button type="button" className="inline-link" onClick={() => onNode(address)}>
      {address.split('/').at(-1)}
    </button>
  )
}

/** The content of a node, section by section, each as its type wants [2.32]. */
export function ContentSections({ sections, onNode }: ContentSectionsProps) {
  return sections.map((section, at) => <Section key={at} section={section} onNode={onNode} />)
}

function Section({
  section: { title, type, value },
  onNode,
}: {
  section: ContentSection
  onNode: (nodeId: string) => void
}) {
  const { t } = useTranslation()
  switch (type) {
    case 'title':
      return <h3>{unbroken(value === '' ? title : value)}</h3>
    case 'warning':
      return (
        <Alert kind="bad">
          <p className="prose">
            <b>{title}.</b> {unbroken(value)}
          </p>
        </Alert>
      )
    case 'tags':
      return (
        <div className="flow">
          {listed(value).map((tag) => (
            <Chip key={tag} kind="line">
              {tag}
            </Chip>
          ))}
        </div>
      )
    case 'link':
      return (
        <Titled title={title}>
          <ul className="bullets">
            {listed(value).map((address) => (
              <li key={address}>
                <Linked address={address} onNode={onNode} />
              </li>
            ))}
          </ul>
        </Titled>
      )
    case 'files':
    case 'video':
      return (
        <Titled title={title}>
          {listed(value).map((address) =>
            isPicture(address) && isAddress(address) ? (
              <img key={address} src={address} alt={title === '' ? t('scheme.file') : title} />
            ) : (
              <p key={address}>
                <Linked address={address} onNode={onNode} />
              </p>
            ),
          )}
        </Titled>
      )
    case 'text':
    case 'text-no-link':
      return (
        <Titled title={title}>
          <p className="prose">{unbroken(value)}</p>
        </Titled>
      )
  }
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stack section">
      {title === '' ? null : <h3>{title}</h3>}
      {children}
    </div>
  )
}
