import { englishSkill, type LevelLines } from './build.ts'
import { gymChecklist } from './uploaded-files.ts'

// safety notes
const mats = { en: 'Bare feet, hair tied back, mats on all sides, one gymnast at a time.' }
const hands = { en: 'Warm the wrists first. Stop at once when a wrist or an elbow hurts.' }
const apparatus = { en: 'Check the fittings and the mats before the first go; a coach stands at the side.' }
const beam = { en: 'Use the low beam with mats on both sides. One gymnast on the beam at a time.' }
const bar = { en: 'Chalked hands, thumbs round the bar, and a coach within reach.' }
const vaulting = { en: 'Wait for the coach’s nod before you run. The landing mat must be empty.' }

// Each function writes a skill of the grade kind after which it is named. Kind 1 is a tick; the grades of kind 2, which
// most skills of Gym have, are N/A, needs practice and pass.
const [one, two] = [englishSkill(1), englishSkill(2)]

/** Levels 1 to 4: rolls, shapes and first apparatus. */
export const basic: readonly LevelLines[] = [
  {
    title: { en: 'Level 1' },
    about: { en: 'Shapes, jumps and landings on the floor: any 8 of 10.' },
    safe: mats,
    home: { en: 'Hold each shape on the carpet while somebody counts to five.' },
    count: 8,
    body: [
      one('Show five shapes', 'Straight, tuck, star, straddle and pike, each held for three seconds.'),
      one('Safe landing from 30 cm', 'Jump down, knees over the toes, arms forward, still for two seconds.', {
        safe: vaulting,
      }),
      two('Straight jump', 'Arms up, toes pointed in the air, knees soft on landing.'),
      two('Tuck jump', 'Knees up to the hands, not the hands down to the knees.'),
      two('Log roll, both ways', 'Long and tight, arms over the head, feet never touch the floor.'),
      two('Rock to stand', 'Tuck, rock back to the shoulders and stand up without hands.', {
        home: { en: 'Rock on a soft rug, ten times, feet together at the end.' },
      }),
      two('Bunny hop over a line', 'Hands first, then both feet together over the line.', { safe: hands }),
      two('Balance on one foot, 5 s', 'Foot at the knee, arms out, eyes on one spot.'),
      two('Walk along a bench', 'On the balls of the feet, arms out, looking forward.', { safe: beam }),
      one('Hang from the bar, 5 s', 'Long arms, thumbs round, feet together.', { safe: bar }),
    ],
  },
  {
    title: { en: 'Level 2' },
    about: { en: 'First rolls and weight on the hands: any 8 of 10, and always the tuck jump with a half turn.' },
    safe: mats,
    home: { en: 'Kick one leg up with both hands on the sofa, ten times each side.' },
    count: 8,
    required: ['Tuck jump, half turn'],
    body: [
      two('Tuck jump, half turn', 'Jump, tuck, open, turn, and land on the line that you left.', { videos: [1] }),
      two('Forward roll from a slope', 'Chin on the chest, push with the legs, stand at the bottom.'),
      two('Teddy bear roll', 'Hold under the knees, roll over one shoulder, the back and the other shoulder.'),
      two('Bear walk, backwards', 'Straight knees, hips high, three metres without touching a line.', { safe: hands }),
      two('Front support, 10 s', 'Hands under the shoulders, tight tummy, long legs.', { safe: hands }),
      two('Kick to a low handstand', 'One leg up, the other follows half way, come down quietly.', { safe: hands }),
      two('Bridge from lying, 2 s', 'Push up, look at the hands, walk the feet no closer.'),
      two('Straddle sit, reach, 5 s', 'Knees to the ceiling, chest forward.'),
      two('Side steps on the low beam', 'Arms out, feet turned to the side, the whole length.', { safe: beam }),
      one('Swing on the bar, three times', 'Hollow in front, arch behind, let go at the back.', { safe: bar }),
    ],
  },
  {
    title: { en: 'Level 3' },
    about: { en: 'Rolls, cartwheels and the springboard: any 8 of 10.' },
    safe: mats,
    home: { en: 'Draw a line of tape and cartwheel with hands and feet on it, in a garden.' },
    count: 8,
    body: [
      two('Forward roll', 'Stand, roll, stand: the hands do not touch the floor at the end.', { videos: [2] }),
      two('Backward roll down a slope', 'Hands by the ears, push, and land on the feet.'),
      two('Cartwheel over a bench', 'Hand, hand, foot, foot, facing the way you came.', { safe: hands }),
      two('Handstand against the wall, 3 s', 'Tummy to the wall, arms by the ears.', { safe: hands }),
      two('Bridge, 3 s', 'Straight arms, weight over the hands, quiet breathing.'),
      two('Straight jump, half turn', 'From two feet to two feet, eyes find the wall first.'),
      two('Run, board, straight jump', 'Last step long and low, both feet on the board, land still.', {
        safe: vaulting,
      }),
      two('Squat on to a box', 'Hands flat, knees between the elbows, stand up tall.', { safe: vaulting }),
      two('Beam walk on tiptoe', 'The whole low beam with the heels high.', { safe: beam }),
      two('Front support on the bar, 5 s', 'Straight arms, bar at the hips, toes pointed.', { safe: bar }),
    ],
  },
  {
    title: { en: 'Level 4' },
    about: { en: 'Whole skills on all apparatus: any 8 of 10, and always the handstand.' },
    safe: mats,
    home: {
      en: 'Walk along a line on the floor, heel to toe, eyes forward. Turn half way round on tiptoe, ten each way.',
    },
    count: 8,
    required: ['Handstand at the wall, 5 s'],
    body: [
      two('Forward roll to stand', 'Roll with the arms forward and stand up with the feet together.', { videos: [2] }),
      two('Backward roll to straddle', 'Push hard at the ears and open the legs before they land.'),
      two('Cartwheel, both sides', 'Once to the left and once to the right, along a line.', { safe: hands }),
      two('Handstand at the wall, 5 s', 'Heels on the wall, tight and straight, five seconds.', {
        safe: hands,
        videos: [3],
        files: gymChecklist.address,
      }),
      two('Bridge, arms straight, 3 s', 'Push the chest over the hands, knees nearly straight.'),
      two('Straight jump, full turn', 'Arms close, eyes on one spot as long as you can.'),
      two('Squat on, straddle jump off', 'Squat on the box, jump off in straddle, land still.', { safe: vaulting }),
      two(
        'Beam walk with half turn',
        'Walk the low beam on the balls of your feet. Stop in the middle, lift the heels and turn half way round, then walk on without touching the floor.',
        {
          safe: beam,
          videos: [4],
          home: { en: 'Stand on tiptoe and turn half way round. Can a friend count to five while you hold still?' },
        },
      ),
      two('Three swings on the bar', 'Shoulders open, feet together, same height in front and behind.', { safe: bar }),
      two('Front support, circle down', 'Lean, tuck, and circle slowly round the bar to a hang.', { safe: bar }),
    ],
  },
]

/** The safety notes, for the advanced levels. */
export const safety = { mats, hands, apparatus, beam, bar, vaulting }
