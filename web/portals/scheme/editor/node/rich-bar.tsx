import type { Editor as TextEditor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Bold, Heading, Italic, Link2, List, ListOrdered, Quote, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Toolbar } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/icon.tsx'
import { LinkDialog } from './link-dialog.tsx'

type Format = 'bold' | 'italic' | 'heading' | 'bulletList' | 'orderedList' | 'blockquote'

const formats: readonly { name: Format; icon: LucideIcon; turn: (editor: TextEditor) => void }[] = [
  { name: 'bold', icon: Bold, turn: (editor) => editor.chain().focus().toggleBold().run() },
  { name: 'italic', icon: Italic, turn: (editor) => editor.chain().focus().toggleItalic().run() },
  { name: 'heading', icon: Heading, turn: (editor) => editor.chain().focus().toggleHeading({ level: 4 }).run() },
  { name: 'bulletList', icon: List, turn: (editor) => editor.chain().focus().toggleBulletList().run() },
  { name: 'orderedList', icon: ListOrdered, turn: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { name: 'blockquote', icon: Quote, turn: (editor) => editor.chain().focus().toggleBlockquote().run() },
]

/** How the chosen words look. */
export function RichBar({ editor, name, links }: { editor: TextEditor; name: string; links: boolean }) {
  const { t } = useTranslation()
  const [linking, setLinking] = useState(false)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      active: [...formats.map((one) => one.name), 'link' as const].filter((one) => now.isActive(one)),
      href: String(now.getAttributes('link')['href'] ?? ''),
      chosen: !now.state.selection.empty,
    }),
  })
  const setLink = (href: string | null, words: string) => {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === null) chain.unsetLink().run()
    else if (on.chosen || on.href !== '') chain.setLink({ href }).run()
    else chain.insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] }).run()
  }
  return (
    <Toolbar aria-label={t('author.rich.bar', { name })} className="rich-bar">
      {formats.map(({ name: format, icon, turn }) => (
        <button
          key={format}
          type="button"
          className="btn bare icon"
          aria-label={t(`author.rich.${format}`)}
          aria-pressed={on.active.includes(format)}
          onClick={() => turn(editor)}
        >
          <Icon of={icon} />
        </button>
      ))}
      {links ? (
        <button
          type="button"
          className="btn bare icon"
          aria-label={t('author.rich.link')}
          aria-pressed={on.active.includes('link')}
          onClick={() => setLinking(true)}
        >
          <Icon of={Link2} />
        </button>
      ) : null}
      {linking ? <LinkDialog href={on.href} onSet={setLink} onClose={() => setLinking(false)} /> : null}
    </Toolbar>
  )
}
