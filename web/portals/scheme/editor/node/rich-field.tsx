import { DOMParser as ModelParser, type Slice } from '@tiptap/pm/model'
import { getSchema, type Editor as TextEditor } from '@tiptap/core'
import { EditorContent, useEditor as useTextEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useMemo, useRef } from 'react'
import { parseAddress } from '#domain/curriculum/address.ts'
import { sanitizeRichText } from '#web/features/scheme-browser/purify.ts'
import { RichBar } from './rich-bar.tsx'
import { useDraft } from './use-draft.ts'

interface RichFieldProps {
  /** The name of the section. */
  name: string
  /** The label of the field. */
  label: string
  lang: string
  value: string
  /** Whether the text may contain links. */
  links: boolean
  readOnly?: boolean
  onSave: (html: string, seen: string) => boolean
}

/** The formats that curriculum text may have (`RICH_TAGS`). */
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
      isAllowedUri: (url) => parseAddress(url) !== null,
      // a link in curriculum text has no attribute but its address
      HTMLAttributes: { rel: null, target: null },
    },
  }),
]
const parser = ModelParser.fromSchema(getSchema(extensions))

/** Parses HTML into the editor's document. The HTML is sanitized first and never becomes part of the page itself. */
function documentOf(html: string): object {
  return parser.parse(sanitizeRichText(html)).toJSON() as object
}

function htmlOf(editor: TextEditor): string {
  return editor.isEmpty ? '' : editor.getHTML()
}

/** The pasted HTML, sanitized before the editor parses it. */
function pastedSlice(data: DataTransfer | null): Slice | null {
  const html = data?.getData('text/html') ?? ''
  return html === '' ? null : parser.parseSlice(sanitizeRichText(html))
}

/** Edits formatted text and saves it by itself, like `LineField`. */
export function RichField({ name, label, lang, value, links, readOnly = false, onSave }: RichFieldProps) {
  const { field, text } = useDraft(value, onSave)
  const latest = useRef(field)
  useEffect(() => {
    latest.current = field
  })
  const shownHtml = useRef(value)
  const initialDocument = useMemo(() => documentOf(value), []) // oxlint-disable-line react-hooks/exhaustive-deps -- later values are set by setContent
  const editor = useTextEditor({
    extensions,
    content: initialDocument,
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
          const slice = pastedSlice(event.clipboardData)
          if (!slice) return false
          event.preventDefault()
          view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
          return true
        },
        // text that is dragged in from outside is inserted without its format
        drop: (view, event) => {
          if (view.dragging) return false
          event.preventDefault()
          view.dispatch(view.state.tr.insertText(event.dataTransfer?.getData('text/plain') ?? ''))
          return true
        },
      },
    },
    onUpdate: ({ editor: updated }) => {
      shownHtml.current = htmlOf(updated)
      latest.current.onChange({ target: { value: shownHtml.current } })
    },
    onBlur: () => latest.current.onBlur(),
  })
  // another author or an undo changed the text
  useEffect(() => {
    if (text === shownHtml.current) return
    shownHtml.current = text
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
