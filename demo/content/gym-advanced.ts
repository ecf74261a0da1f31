import { englishSkill, type LevelLines } from './build.ts'
import { safety } from './gym-basic.ts'

const { mats, hands, apparatus, beam, bar, vaulting } = safety
// each function writes a skill of the grade kind after which it is named
const [two, three, four] = [englishSkill(2), englishSkill(3), englishSkill(4)]

/** Levels 5 to 8: compulsory groups, routines and the coach's own judgement. */
export const advanced: readonly LevelLines[] = [
  {
    title: { en: 'Level 5' },
    about: { en: 'The compulsory floor row, and any five of seven others.' },
    safe: mats,
    home: { en: 'Say the floor row out loud in its order and mark it with your hands.' },
    // six nodes: the compulsory group and five skills
    count: 6,
    required: ['Compulsory floor row'],
    body: [
      {
        title: { en: 'Compulsory floor row' },
        skills: [
          two('Cartwheel, step in', 'Finish the cartwheel with the feet together, chest up.', { safe: hands }),
          two('Handstand, forward roll', 'Show the handstand, bend the arms, roll and stand.', {
            safe: hands,
            videos: [3],
          }),
          two('Jump row: straight, tuck, star', 'Three jumps without a step between them.'),
        ],
      },
      two('Backward roll to front support', 'Push up through the arms and land in a tight plank.'),
      two('Arabesque, 3 s', 'Back leg at the height of the hips, chest up.'),
      two('Bridge kick-over with help', 'From bridge kick one leg over, the other follows.', { safe: hands }),
      two('Straddle over the buck', 'Push from the shoulders, legs wide, land still.', { safe: vaulting }),
      two('Beam: jump on, scale, jump off', 'Two hands to get on, hold the scale, stretch to get off.', { safe: beam }),
      two('Cast from the bar', 'From front support push the hips away and come back straight.', { safe: bar }),
      two('Rope climb, 2 m', 'Hands over hands with the feet, slow on the way down.', { safe: apparatus }),
    ],
  },
  {
    title: { en: 'Level 6' },
    about: { en: 'Towards flight: any 8 of 10, and always the round-off.' },
    safe: mats,
    home: { en: 'Handstand shapes on your back: tuck, straddle, straight, five breaths each.' },
    count: 8,
    required: ['Round-off, feet together'],
    body: [
      three('Round-off, feet together', 'Fast hands, turn early, both feet land at once and rebound.', {
        safe: hands,
        videos: [5],
      }),
      three('Handspring from a block', 'Long step, strong shoulders, land tall on a soft mat.', { safe: hands }),
      two('Handstand, half turn', 'Two or three small hand steps without falling out.', { safe: hands }),
      two('Backward roll to handstand', 'Shoot the legs up as the hands push.', { safe: hands }),
      two('Bridge kick-over', 'Without help, arms straight to the end.'),
      two('Split leap', 'From a run of three steps, back knee straight.'),
      three('Handstand flat back', 'From the board to the raised mat in one tight line.', { safe: vaulting }),
      two('Beam: cartwheel on the low beam', 'Hands one after the other, feet in line.', { safe: beam }),
      two('Back hip circle with help', 'Bar stays at the hips, chin in, round in one go.', { safe: bar }),
      two('Undershoot', 'From front support lean back, shoot over the bar and land.', { safe: bar }),
    ],
  },
  {
    title: { en: 'Level 7' },
    about: { en: 'Two compulsory groups, floor and apparatus, and one leap of your own.' },
    safe: apparatus,
    home: { en: 'Listen to your floor music and walk the corners of the room with it.' },
    count: 3,
    required: ['Compulsory floor'],
    body: [
      {
        title: { en: 'Compulsory floor' },
        skills: [
          three('Round-off, rebound, half turn', 'Straight up after the round-off, turn at the top.', { safe: hands }),
          three('Handspring', 'From a hurdle step on the sprung floor.', { safe: hands }),
          three('Forward roll through handstand', 'Straight arms all the way.', { safe: hands }),
          two('Full turn on one foot', 'Heel high, finish still.'),
        ],
      },
      {
        title: { en: 'Apparatus' },
        // any four of the five
        count: 4,
        skills: [
          three('Handspring vault on to mats', 'Fast board, open shoulders, land on the back, tight.', {
            safe: vaulting,
          }),
          three('Back hip circle', 'Without help, cast first.', { safe: bar }),
          two('Beam: full routine, low', 'Mount, turn, jump, scale and dismount in 40 seconds.', { safe: beam }),
          two('Upstart drill', 'Feet to the bar at the end of the swing, then push down.', { safe: bar }),
          two('Support swings on parallel bars', 'Three swings, hips above the hands behind.', { safe: apparatus }),
        ],
      },
      two('Own leap or jump row', 'Two leaps of your choice, joined without a stop.'),
    ],
  },
  {
    title: { en: 'Level 8' },
    about: { en: 'Any 8 of 10; then the coach looks at the whole display and passes the level by hand.' },
    safe: apparatus,
    home: { en: 'Teach a younger gymnast one shape and one landing.' },
    count: 8,
    manual: true,
    body: [
      four('Floor display, 60 s', 'Six skills, two of them in a row, with music.', {
        files: 'https://media.vault.example/display-sheet.pdf',
      }),
      four('Round-off, back handspring with help', 'Fast, long and with open shoulders.', { safe: hands, videos: [5] }),
      three('Handspring, step out', 'Land on one leg and walk on.', { safe: hands }),
      three('Walkover, forwards', 'Split the legs wide, push through the shoulders.', { safe: hands }),
      three('Handspring vault', 'Over the vault, both phases tight.', { safe: vaulting }),
      three('High beam: walk, turn, dismount', 'On the high beam with a coach at the side.', { safe: apparatus }),
      three('Bar routine of four skills', 'Cast, circle, swing and dismount without a break.', { safe: bar }),
      two('Rope climb without feet, 2 m', 'Slow on the way down.', { safe: apparatus }),
      two('Warm up a group', 'Eight minutes for a younger group, with a reason for each exercise.'),
      two('Judge a routine', 'Watch two routines, note three strengths and one thing to work on for each.', {
        link: 'https://vault.example/judging',
      }),
    ],
  },
]
