import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../form/button.tsx'
import { Question } from './dialog.tsx'
import { Field } from '../form/field.tsx'
import { Input } from '../form/input.tsx'

interface TypedQuestionProps {
  title: string
  /** What will be gone. */
  children: ReactNode
  /** What must be typed, and the label that asks for it. */
  word: string
  label: string
  no: string
  /** On the button that does it: before the word stands there, and then. */
  first: string
  yes: string
  busy?: boolean
  onNo: () => void
  onYes: () => void
}

/** Asks for a typed word before what cannot be undone. Capitals do not matter. */
export function TypedQuestion(props: TypedQuestionProps) {
  const { title, word, label, no, first, yes, busy = false } = props
  const [typed, setTyped] = useState('')
  const plain = (text: string) => text.trim().toLocaleLowerCase()
  const meant = plain(typed) === plain(word)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (meant && !busy) props.onYes()
  }
  return (
    <Question
      open
      onClose={props.onNo}
      title={title}
      footer={
        <>
          <Button onClick={props.onNo}>{no}</Button>
          <Button kind="risk" disabled={!meant || busy} onClick={props.onYes}>
            {meant ? yes : first}
          </Button>
        </>
      }
    >
      {props.children}
      <form noValidate onSubmit={submit}>
        <Field label={label}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Question>
  )
}
