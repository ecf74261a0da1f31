import './scheme-browser.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { parseAddress, listItems } from '#domain/curriculum/address.ts'
import type { ContentSection } from '#contract/curriculum/schemes.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import { isPicture, StoredFile } from './stored-file.tsx'
import { RichText } from './rich-text.tsx'

interface ContentSectionsProps {
  sections: readonly ContentSection[]
  /** Called when a link to a node of the scheme is pressed. */
  onNode: (nodeId: string) => void
}

/** A link to a web page, a mail address, a stored file or a node. Any other address is shown as text. */
function AddressLink({ address, onNode }: { address: string; onNode: (nodeId: string) => void }) {
  const kind = parseAddress(address)?.kind
  if (kind === undefined) return <>{address}</>
  if (kind !== 'node') {
    return (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {address.replace(/^(https:\/\/|mailto:)/i, '')}
      </a>
    )
  }
  return (
    <button type="button" className="inline-link" onClick={() => onNode(address)}>
      {address.split('/').at(-1)}
    </button>
  )
}

/** The content of a node: its sections, each shown according to its type [2.32]. */
export function ContentSections({ sections, onNode }: ContentSectionsProps) {
  return sections.map((section, index) => <Section key={index} section={section} onNode={onNode} />)
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
      return <h3>{keepUnitsTogether(value === '' ? title : value)}</h3>
    case 'warning':
      return (
        <Alert kind="bad">
          {title === '' ? null : <b>{title}</b>}
          <RichText html={value} onNode={onNode} />
        </Alert>
      )
    case 'tags':
      return (
        <div className="flow">
          {listItems(value).map((tag) => (
            <Chip key={tag} kind="line">
              {tag}
            </Chip>
          ))}
        </div>
      )
    case 'link':
      return (
        <TitledSection title={title}>
          <ul className="bullets">
            {listItems(value).map((address) => (
              <li key={address}>
                <AddressLink address={address} onNode={onNode} />
              </li>
            ))}
          </ul>
        </TitledSection>
      )
    case 'files':
    case 'video':
      return (
        <TitledSection title={title}>
          {listItems(value).map((address) =>
            parseStoredAddress(address) ? (
              <StoredFile key={address} address={address} title={title} />
            ) : isPicture(address) && parseAddress(address) ? (
              <img key={address} src={address} alt={title === '' ? t('scheme.file') : title} />
            ) : (
              <p key={address}>
                <AddressLink address={address} onNode={onNode} />
              </p>
            ),
          )}
        </TitledSection>
      )
    case 'text':
    case 'text-no-link':
      return (
        <TitledSection title={title}>
          <RichText html={value} onNode={onNode} />
        </TitledSection>
      )
  }
}

function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stack section">
      {title === '' ? null : <h3>{title}</h3>}
      {children}
    </div>
  )
}
