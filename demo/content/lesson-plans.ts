/** A lesson plan of the demo. It is assigned to a group of its owner. */
export interface DemoLessonPlan {
  /** The user key of the owner. */
  coachKey: string
  /** The user key of a coach who may read it. */
  sharedWith: string
  title: string
  reminder: string
  /** `skills` is the number of skills in a part: the first ones of the first level that the plan's group is about. */
  parts: { title: string; text: string; minutes: number; skills: number }[]
}

/** The lesson plans by client id. */
export const lessonPlans: Readonly<Partial<Record<string, readonly DemoLessonPlan[]>>> = {
  aquila: [
    {
      coachKey: 'coach',
      sharedWith: 'coach2',
      title: 'Long and straight: first lesson of the half term',
      reminder: 'Six hoops and the short sticks from the green box. Lane rope between 2 and 3.',
      parts: [
        {
          title: 'Warm-up',
          text: 'Four widths as they like, then two pushing off hard and holding still until they stop. Who travels farthest?',
          minutes: 8,
          skills: 1,
        },
        {
          title: 'Main part',
          text: 'Pairs: one swims, one watches the elbows. Swap after each length and say one thing that was good.',
          minutes: 20,
          skills: 3,
        },
        {
          title: 'To end with',
          text: 'Hoops on the bottom: through two of them in one breath.',
          minutes: 7,
          skills: 0,
        },
      ],
    },
    {
      coachKey: 'coach2',
      sharedWith: 'coach',
      title: 'Wet weather: a lesson without equipment',
      reminder: '',
      parts: [
        {
          title: 'Warm-up',
          text: 'Follow my leader along the wall: walk, hop, sideways, backwards.',
          minutes: 5,
          skills: 0,
        },
        {
          title: 'Main part',
          text: 'Count to five under water together, then to seven. Rest with the chin on the rail between tries.',
          minutes: 20,
          skills: 4,
        },
      ],
    },
  ],
  tideway: [
    {
      coachKey: 'coach',
      sharedWith: 'coach2',
      title: 'Obstacle course for a full hall',
      reminder: 'The blue mats are drying: take the long bench instead.',
      parts: [
        { title: 'Warm-up', text: 'Two laps, changing the step at each whistle.', minutes: 6, skills: 0 },
        {
          title: 'Main part',
          text: 'Five stations, two minutes each, in threes. Who waits counts for the others.',
          minutes: 25,
          skills: 3,
        },
        { title: 'To end with', text: 'Everybody carries one thing back, on tiptoe.', minutes: 4, skills: 0 },
      ],
    },
  ],
}
