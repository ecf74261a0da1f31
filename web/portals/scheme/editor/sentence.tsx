import { Fragment, type ReactNode } from 'react'

/** A translated sentence with parts that can be pressed: `When <count/> of <list/> are done` takes `count` and `list`. */
export function Sentence({ text, parts }: { text: string; parts: Readonly<Record<string, ReactNode>> }) {
  return text
    .split(/(<\w+\/>)/)
    .map((piece, at) => <Fragment key={at}>{/^<\w+\/>$/.test(piece) ? parts[piece.slice(1, -2)] : piece}</Fragment>)
}
