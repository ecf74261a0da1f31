import { level, sections, type LevelLines, type SkillLine } from './build.ts'
import { gym } from './gym.ts'
import { defaultGrades, flattenScheme, type DemoScheme } from './scheme.ts'

const gymNodes = flattenScheme(gym)

/** A skill that is linked to the node `id` of gym, with Tideway's Welsh title and description for it. */
function fromGym(id: string, cy: string, descriptionCy: string): SkillLine {
  const node = gymNodes.find((candidate) => candidate.id === id)
  if (!node) throw new Error(`gym has no ${id}`)
  // only skills of gym's basic levels are linked, which are of these two grade kinds
  const kind = node.grade === 1 ? 1 : 2
  const description = node.content?.find((section) => section.type === 'text')?.value.en ?? ''
  return [
    kind,
    node.title.en,
    cy,
    description,
    descriptionCy,
    { ...(node.videos ? { videos: node.videos } : {}), from: id },
  ]
}

// safety notes
const floor = {
  en: 'Bare feet, mats on all sides, one child at a time.',
  cy: 'Traed noeth, matiau ar bob ochr, un plentyn ar y tro.',
}
const height = {
  en: 'An adult stands at the side; nobody waits below.',
  cy: 'Mae oedolyn yn sefyll wrth yr ochr; does neb yn aros oddi tano.',
}

const levels: readonly LevelLines[] = [
  {
    title: { en: 'Bronze', cy: 'Efydd' },
    about: { en: 'Shapes, safe landings and first rolls.', cy: 'Siapiau, glanio’n ddiogel a’r rholiau cyntaf.' },
    safe: floor,
    home: {
      en: 'Hold each shape on the carpet while somebody counts to five.',
      cy: 'Daliwch bob siâp ar y carped tra bydd rhywun yn cyfri i bump.',
    },
    body: [
      fromGym(
        '/level-1/show-five-shapes',
        'Dangos pum siâp',
        'Syth, twc, seren, coesau ar led a phlyg, gan ddal pob un am dair eiliad.',
      ),
      fromGym(
        '/level-1/safe-landing-from-30-cm',
        'Glanio’n ddiogel o 30 cm',
        'Neidio i lawr, pengliniau dros fysedd y traed, breichiau ymlaen, yn llonydd am ddwy eiliad.',
      ),
      fromGym(
        '/level-1/straight-jump',
        'Naid syth',
        'Breichiau i fyny, bysedd traed wedi’u pwyntio yn yr awyr, pengliniau’n feddal wrth lanio.',
      ),
      fromGym(
        '/level-1/log-roll-both-ways',
        'Rholio fel boncyff, i’r ddwy ochr',
        'Yn hir ac yn dynn, breichiau dros y pen, y traed byth yn cyffwrdd â’r llawr.',
      ),
      [
        1,
        'Find a free spot',
        'Dod o hyd i le rhydd',
        'Run, stop on the whistle and stand on a spot without touching anybody.',
        'Rhedeg, stopio ar y chwiban a sefyll ar smotyn heb gyffwrdd â neb.',
      ],
      [
        1,
        'Put the mats away',
        'Cadw’r matiau',
        'Carry a mat with a partner, knees bent, and stack it straight.',
        'Cario mat gyda phartner, plygu’r pengliniau, a’i osod yn daclus ar y pentwr.',
      ],
    ],
  },
  {
    title: { en: 'Silver', cy: 'Arian' },
    about: {
      en: 'Jumps, first rolls, rope and ball: any 6 of 7.',
      cy: 'Neidiau, rholiau, rhaff a phêl: unrhyw 6 o 7.',
    },
    safe: floor,
    home: { en: 'Skip in the garden, ten times without a stop.', cy: 'Sgipiwch yn yr ardd, ddeg gwaith heb stopio.' },
    count: 6,
    body: [
      fromGym('/level-1/tuck-jump', 'Naid dwc', 'Pengliniau i fyny at y dwylo, nid y dwylo i lawr at y pengliniau.'),
      fromGym(
        '/level-1/rock-to-stand',
        'Siglo i sefyll',
        'Twcio, siglo’n ôl ar yr ysgwyddau a chodi heb ddefnyddio’r dwylo.',
      ),
      fromGym(
        '/level-1/bunny-hop-over-a-line',
        'Naid cwningen dros linell',
        'Dwylo’n gyntaf, yna’r ddwy droed gyda’i gilydd dros y llinell.',
      ),
      fromGym(
        '/level-2/forward-roll-from-a-slope',
        'Rhôl ymlaen i lawr llethr',
        'Gên ar y frest, gwthio gyda’r coesau, sefyll ar y gwaelod.',
      ),
      fromGym(
        '/level-2/front-support-10-s',
        'Cynhaliad blaen, 10 eiliad',
        'Dwylo o dan yr ysgwyddau, bol tynn, coesau hir.',
      ),
      [
        2,
        'Skip with a rope, 10 times',
        'Sgipio â rhaff, 10 gwaith',
        'Turn the rope from the wrists, small jumps, no stop.',
        'Troi’r rhaff o’r arddyrnau, neidiau bach, heb stopio.',
      ],
      [
        2,
        'Throw and catch, 5 times',
        'Taflu a dal, 5 gwaith',
        'A soft ball with a partner, two metres apart.',
        'Pêl feddal gyda phartner, dau fetr ar wahân.',
      ],
    ],
  },
  {
    title: { en: 'Gold', cy: 'Aur' },
    about: {
      en: 'Whole skills and the relay: any 6 of 7, and always the forward roll.',
      cy: 'Sgiliau cyfan a’r ras gyfnewid: unrhyw 6 o 7, a’r rhôl ymlaen bob tro.',
    },
    safe: height,
    home: {
      en: 'Draw a line of tape and walk it on tiptoe, there and back.',
      cy: 'Gosodwch linell o dâp a cherddwch hi ar flaenau’r traed, yno ac yn ôl.',
    },
    count: 6,
    required: ['Forward roll'],
    body: [
      fromGym(
        '/level-3/forward-roll',
        'Rhôl ymlaen',
        'Sefyll, rholio, sefyll: nid yw’r dwylo’n cyffwrdd â’r llawr ar y diwedd.',
      ),
      fromGym(
        '/level-3/cartwheel-over-a-bench',
        'Olwyn drol dros fainc',
        'Llaw, llaw, troed, troed, gan wynebu’r ffordd y daethoch.',
      ),
      fromGym('/level-3/bridge-3-s', 'Pont, 3 eiliad', 'Breichiau syth, pwysau dros y dwylo, anadlu’n dawel.'),
      fromGym(
        '/level-3/straight-jump-half-turn',
        'Naid syth, hanner tro',
        'O ddwy droed i ddwy droed, y llygaid yn canfod y wal yn gyntaf.',
      ),
      fromGym(
        '/level-3/beam-walk-on-tiptoe',
        'Cerdded y trawst ar flaenau’r traed',
        'Y trawst isel i gyd â’r sodlau’n uchel.',
      ),
      [
        2,
        'Relay in a team',
        'Ras gyfnewid mewn tîm',
        'Wait behind the line, tag hands, run round the cone and back.',
        'Aros y tu ôl i’r llinell, cyffwrdd dwylo, rhedeg o amgylch y côn ac yn ôl.',
      ],
      [
        2,
        'Climb the wall bars',
        'Dringo’r barrau wal',
        'Up and down, one hand or foot at a time, looking where it goes.',
        'I fyny ac i lawr, un llaw neu droed ar y tro, gan edrych i ble mae’n mynd.',
      ],
    ],
  },
  {
    title: { en: 'Platinum', cy: 'Platinwm' },
    about: { en: 'Skills in a row, and looking after the others.', cy: 'Sgiliau mewn rhes, a gofalu am y lleill.' },
    safe: height,
    home: {
      en: 'Show your routine to the family, with music.',
      cy: 'Dangoswch eich trefn i’r teulu, gyda cherddoriaeth.',
    },
    body: [
      fromGym(
        '/level-4/forward-roll-to-stand',
        'Rhôl ymlaen i sefyll',
        'Rholio gyda’r breichiau ymlaen a sefyll â’r traed gyda’i gilydd.',
      ),
      fromGym(
        '/level-4/cartwheel-both-sides',
        'Olwyn drol, y ddwy ochr',
        'Unwaith i’r chwith ac unwaith i’r dde, ar hyd llinell.',
      ),
      fromGym(
        '/level-4/handstand-at-the-wall-5-s',
        'Sefyll ar y dwylo wrth y wal, 5 eiliad',
        'Sodlau ar y wal, yn dynn ac yn syth, am bum eiliad.',
      ),
      fromGym(
        '/level-4/straight-jump-full-turn',
        'Naid syth, tro llawn',
        'Breichiau’n agos, llygaid ar un man cyhyd ag y gallwch.',
      ),
      [
        2,
        'Lead the warm-up',
        'Arwain y cynhesu',
        'Three exercises for the session, shown clearly.',
        'Tri ymarfer ar gyfer y sesiwn, wedi’u dangos yn glir.',
      ],
      [
        2,
        'Own routine, 30 s',
        'Eich trefn eich hun, 30 eiliad',
        'Four skills of your choice without a stop.',
        'Pedair sgìl o’ch dewis heb stopio.',
      ],
    ],
  },
]

/** Tideway's own courses: chosen parts of gym under its own levels, and skills of its own. */
export const leisure: DemoScheme = {
  slug: 'leisure',
  name: { en: 'Leisure', cy: 'Hamdden' },
  languages: ['en-GB', 'cy-GB'],
  grades: [...defaultGrades],
  sections,
  // the videos of gym that a linked skill shows; element 5 of a skill's line has its details
  videos: gym.videos.filter((video) =>
    levels.some(({ body }) => body.some((line) => !('title' in line) && line[5]?.videos?.includes(video.id))),
  ),
  roots: levels.map(level),
}
