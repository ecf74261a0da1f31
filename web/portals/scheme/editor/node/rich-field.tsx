import { DOMParser as ModelParser, type Slice } from '@tiptap/pm/model'
import { getSchema, type Editor as TextEditor } from '@tiptap/core'
import { EditorContent, useEditor as useTextEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useMemo, useRef } from 'react'
import { addressOf } from '#domain/curriculum/address.ts'
import { purified } from '#web/features/scheme-browser/purify.ts'
import { RichBar } from './rich-bar.tsx'
import { useDraft } from './use-draft.ts'

interface RichFieldProps {
  /** What the text is called, and the label of its field. */
  name: string
  label: string
  lang: string
  value: string
  /** Whether links may stand in it. */
  links: boolean
  readOnly?: boolean
  onKeep: (html: string) => boolean
}

const extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    horizontalRule: false,
    heading: { levels: [4] },
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: false,
      isAllowedUri: (url) => addressOf(url) !== null,
      HTMLAttributes: { rel: null, target: null },
    },
  }),
]
const parser = ModelParser.fromSchema(getSchema(extensions))

/** Text as the editor's own document; nothing is ever parsed by the page itself. */
function documentOf(html: string): object {
  return parser.parse(purified(html)).toJSON() as object
}

function htmlOf(editor: TextEditor): string {
  return editor.isEmpty ? '' : editor.getHTML()
}

/** What was copied elsewhere, made safe before the editor sees it. */
function pasted(data: DataTransfer | null): Slice | null {
  const html = data?.getData('text/html') ?? ''
  return html === '' ? null : parser.parseSlice(purified(html))
}

/** Formatted text that is kept by itself, as a field is. */
export function RichField({ name, label, lang, value, links, readOnly = false, onKeep }: RichFieldProps) {
  const { field, text } = useDraft(value, onKeep)
  const latest = useRef(field)
  useEffect(() => {
    latest.current = field
  })
  const shown = useRef(value)
  const start = useMemo(() => documentOf(value), []) // oxlint-disable-line react-hooks/exhaustive-deps -- later values come by setContent
  const editor = useTextEditor({
    extensions,
    content: start,
    injectCSS: false,
    editable: !readOnly,
    editorProps: {
      attributes: {
        class: 'prose rich',
        lang,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-readonly': String(readOnly),
        'aria-label': label,
      },
      handleDOMEvents: {
        paste: (view, event) => {
          const slice = pasted(event.clipboardData)
          if (!slice) return false
          event.preventDefault()
          view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
          return true
        },
        // from elsewhere only words are taken
        drop: (view, event) => {
          if (view.dragging) return false
          event.preventDefault()
          view.dispatch(view.state.tr.insertText(event.dataTransfer?.getData('text/plain') ?? ''))
          return true
        },
      },
    },
    onUpdate: ({ editor: now }) => {
      shown.current = htmlOf(now)
      latest.current.onChange({ target: { value: shown.current } })
    },
    onBlur: () => latest.current.onBlur(),
  })
  // somebody else's words, or an undo
  useEffect(() => {
    if (text === shown.current) return
    shown.current = text
    editor.commands.setContent(documentOf(text), { emitUpdate: false })
  }, [editor, text])
  const typing = field['data-typing']
  useEffect(() => {
    editor.view.dom.setAttribute('data-typing', String(typing))
  }, [editor, typing])
  return (
    <div className="input rich-field">
      {readOnly ? null : <RichBar editor={editor} name={name} links={links} />}
      <EditorContent editor={editor} />
    </div>
  )
}
