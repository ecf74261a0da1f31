import type { Editor as TextEditor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Bold, Heading, Italic, Link2, List, ListOrdered, Quote, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Toolbar } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/icon.tsx'
import { LinkDialog } from './link-dialog.tsx'

type Format = 'bold' | 'italic' | 'heading' | 'bulletList' | 'orderedList' | 'blockquote'

/** The formats that curriculum text may have; its only headings are those of level 4. */
const formats: readonly { name: Format; icon: LucideIcon; toggle: (editor: TextEditor) => void }[] = [
  { name: 'bold', icon: Bold, toggle: (editor) => editor.chain().focus().toggleBold().run() },
  { name: 'italic', icon: Italic, toggle: (editor) => editor.chain().focus().toggleItalic().run() },
  { name: 'heading', icon: Heading, toggle: (editor) => editor.chain().focus().toggleHeading({ level: 4 }).run() },
  { name: 'bulletList', icon: List, toggle: (editor) => editor.chain().focus().toggleBulletList().run() },
  { name: 'orderedList', icon: ListOrdered, toggle: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { name: 'blockquote', icon: Quote, toggle: (editor) => editor.chain().focus().toggleBlockquote().run() },
]

/** The toolbar that formats the selected text. `name` is the section's name; `links`: its text may contain links. */
export function RichBar({ editor, name, links }: { editor: TextEditor; name: string; links: boolean }) {
  const { t } = useTranslation()
  const [linking, setLinking] = useState(false)
  const selection = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: [...formats.map((format) => format.name), 'link' as const].filter((format) => current.isActive(format)),
      href: String(current.getAttributes('link')['href'] ?? ''),
      hasText: !current.state.selection.empty,
    }),
  })
  const setLink = (href: string | null, text: string) => {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === null) chain.unsetLink().run()
    // links the selected text, or changes the link at the cursor; otherwise inserts a new linked text
    else if (selection.hasText || selection.href !== '') chain.setLink({ href }).run()
    else chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run()
  }
  return (
    <Toolbar aria-label={t('author.rich.bar', { name })} className="rich-bar">
      {formats.map(({ name: format, icon, toggle }) => (
        <button
          key={format}
          type="button"
          className="btn bare icon"
          aria-label={t(`author.rich.${format}`)}
          aria-pressed={selection.active.includes(format)}
          onClick={() => toggle(editor)}
        >
          <Icon icon={icon} />
        </button>
      ))}
      {links ? (
        <button
          type="button"
          className="btn bare icon"
          aria-label={t('author.rich.link')}
          aria-pressed={selection.active.includes('link')}
          onClick={() => setLinking(true)}
        >
          <Icon icon={Link2} />
        </button>
      ) : null}
      {linking ? <LinkDialog href={selection.href} onSet={setLink} onClose={() => setLinking(false)} /> : null}
    </Toolbar>
  )
}
