import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'

/** The levels of all schemes, as the options of a select; a value is the slug of the scheme and the id of the level. */
export function LevelOptions({ schemes }: { schemes: ReadonlyMap<string, ReadyScheme> }) {
  return [...schemes.values()].map(({ curriculum }) => (
    <optgroup key={curriculum.slug} label={curriculum.name}>
      {curriculum.tree
        .filter((node) => node.t === 'l')
        .map((node) => (
          <option key={node.id} value={curriculum.slug + node.id}>
            {node.title}
          </option>
        ))}
    </optgroup>
  ))
}
