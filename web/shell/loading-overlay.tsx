import { BigLadder } from '#web/ui/big-ladder.tsx'
import { storedLanguage } from './language.ts'

/** Covers the page during start-up [4.9]. The translations are not there yet, so it holds its one word itself. */
export function LoadingOverlay() {
  const word = (storedLanguage() ?? navigator.language).startsWith('cy') ? 'Yn llwytho…' : 'Loading…'
  return (
    <output className="veil">
      <BigLadder marks={['x', 'x', 'x', 'd']} />
      <p>{word}</p>
    </output>
  )
}
