import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'

interface LevelOptionsProps {
  schemes: ReadonlyMap<string, ReadyScheme>
  /** Makes the value of an option; without it that is the slug of the scheme and the id of the level. */
  optionValue?: (level: string) => string
}

/** The levels of all schemes, as the options of a select. */
export function LevelOptions({ schemes, optionValue = (level) => level }: LevelOptionsProps) {
  return [...schemes.values()].map(({ curriculum, nodes }) => (
    <optgroup key={curriculum.slug} label={curriculum.name}>
      {[...nodes.values()]
        .filter((node) => node.t === 'l')
        .map((node) => (
          <option key={node.id} value={optionValue(curriculum.slug + node.id)}>
            {node.title}
          </option>
        ))}
    </optgroup>
  ))
}
