/** One screen of the run after the lesson: the register of a group, or the open skills of one of its members. */
export interface LessonStep {
  groupId: string
  /** Null for the register. */
  memberUuid: string | null
}

/** The steps of a run: for each group its register, then each member who is marked. */
export function lessonSteps(groups: readonly { id: string; memberUuids: readonly string[] }[]): LessonStep[] {
  return groups.flatMap(({ id: groupId, memberUuids }) =>
    [null, ...memberUuids].map((memberUuid) => ({ groupId, memberUuid })),
  )
}

/** The address of a step; without a step that of the list of groups. */
export function stepPath(step: LessonStep | undefined, query: string): string {
  const parts = [step?.groupId, step?.memberUuid].filter((part) => typeof part === 'string')
  return `${['/after-lesson', ...parts].join('/')}${query}`
}
