import { Fragment, type ReactNode } from 'react'

/** Renders a translated sentence with elements in place of its tags: `When <count/> of <list/> are done` takes `count` and `list`. */
export function Sentence({ text, parts }: { text: string; parts: Readonly<Record<string, ReactNode>> }) {
  return (
    text
      // the parentheses make `split` keep the tags
      .split(/(<\w+\/>)/)
      .map((piece, index) => (
        <Fragment key={index}>{/^<\w+\/>$/.test(piece) ? parts[piece.slice(1, -2)] : piece}</Fragment>
      ))
  )
}
