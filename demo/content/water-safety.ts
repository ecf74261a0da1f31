import { level, sections, type LevelLines } from './build.ts'
import { defaultGrades, type DemoScheme } from './scheme.ts'

// safety notes
const shallow = {
  en: 'Stay where the child can stand, with an adult within arm’s reach.',
  cy: 'Arhoswch lle gall y plentyn sefyll, gydag oedolyn o fewn hyd braich.',
}
const clothed = {
  en: 'Clothes pull down: only with a lifeguard on duty and in warm water first.',
  cy: 'Mae dillad yn tynnu i lawr: dim ond gydag achubwr ar ddyletswydd ac mewn dŵr cynnes yn gyntaf.',
}
const rescue = {
  en: 'Never go in after somebody. Shout, reach, throw, and call for help.',
  cy: 'Peidiwch byth â mynd i mewn ar ôl rhywun. Gweiddi, estyn, taflu, a galw am help.',
}
const open = {
  en: 'Open water only with the club, in a wetsuit and with a bright float.',
  cy: 'Dŵr agored dim ond gyda’r clwb, mewn siwt wlyb a gyda fflôt llachar.',
}

const levels: readonly LevelLines[] = [
  {
    title: { en: 'Ripple', cy: 'Crych' },
    about: {
      en: 'The child knows what the water’s edge asks and how to get help.',
      cy: 'Mae’r plentyn yn gwybod beth i’w wneud ar lan y dŵr a sut i gael help.',
    },
    safe: shallow,
    home: {
      en: 'Find three safety signs on a walk and say what they mean.',
      cy: 'Dewch o hyd i dri arwydd diogelwch ar daith gerdded a dweud beth maen nhw’n ei olygu.',
    },
    body: [
      [
        1,
        'Name the beach flags',
        'Enwi baneri’r traeth',
        'Say what red over yellow, black and white, orange and plain red mean.',
        'Dywedwch beth mae coch dros felyn, du a gwyn, oren a choch plaen yn ei olygu.',
      ],
      [
        2,
        'Put on a buoyancy aid',
        'Gwisgo cymorth arnofio',
        'Choose the right size, close every buckle and let somebody lift you by the shoulders.',
        'Dewiswch y maint cywir, caewch bob bwcl a gadael i rywun eich codi wrth yr ysgwyddau.',
      ],
      [
        1,
        'Float to live, 30 s',
        'Arnofio i fyw, 30 s',
        'Head back, ears in, arms and legs wide, until the breathing is calm.',
        'Pen yn ôl, clustiau i mewn, breichiau a choesau ar led, nes bod yr anadlu’n dawel.',
        {
          home: {
            en: 'Tell a grown-up the three words: float, breathe, shout.',
            cy: 'Dywedwch y tri gair wrth oedolyn: arnofio, anadlu, gweiddi.',
          },
        },
      ],
      [
        2,
        'Signal for help',
        'Arwyddo am help',
        'One arm straight up, wave slowly and shout, while you keep floating.',
        'Un fraich yn syth i fyny, chwifiwch yn araf a gweiddi, wrth ddal i arnofio.',
      ],
      [
        2,
        'Float in clothes, 1 min',
        'Arnofio mewn dillad, 1 mun',
        'In shirt and trousers, on the back, for one minute.',
        'Mewn crys a throwsus, ar y cefn, am un funud.',
        { safe: clothed },
      ],
      [
        2,
        'Walk away from the edge',
        'Cerdded i ffwrdd o’r ymyl',
        'Find three places by the water where you would not stand, and say why.',
        'Dewch o hyd i dri lle ger y dŵr lle na fyddech yn sefyll, a dweud pam.',
      ],
    ],
  },
  {
    title: { en: 'Wave', cy: 'Ton' },
    about: {
      en: 'The child keeps warm, keeps floating and helps from the bank.',
      cy: 'Mae’r plentyn yn cadw’n gynnes, yn dal i arnofio ac yn helpu o’r lan.',
    },
    safe: clothed,
    home: {
      en: 'Practise what to say on the phone to the coastguard.',
      cy: 'Ymarferwch beth i’w ddweud wrth wylwyr y glannau ar y ffôn.',
    },
    body: [
      [
        3,
        'Heat-saving huddle',
        'Cwtsh cadw gwres',
        'Three children, arms linked, knees up, for two minutes.',
        'Tri phlentyn, breichiau ynghlwm, pengliniau i fyny, am ddwy funud.',
      ],
      [
        2,
        'Climb onto a raft',
        'Dringo ar rafft',
        'Kick the legs up behind you and slide on from the back.',
        'Ciciwch y coesau i fyny y tu ôl i chi a llithro ymlaen o’r cefn.',
      ],
      [
        2,
        'Throw a line, 5 m',
        'Taflu rhaff, 5 m',
        'Stand side on, tell them it is coming, throw past the shoulder and pull in slowly.',
        'Sefwch wysg eich ochr, dywedwch ei bod yn dod, taflwch heibio’r ysgwydd a thynnu i mewn yn araf.',
        { safe: rescue },
      ],
      [
        1,
        'Spot a rip current',
        'Adnabod cerrynt terfol',
        'On three pictures, point to the calm dark lane between the waves.',
        'Ar dri llun, pwyntiwch at y llwybr tywyll tawel rhwng y tonnau.',
      ],
      [
        2,
        'Call the emergency services',
        'Galw’r gwasanaethau brys',
        'Say who, where, what happened and stay on the line.',
        'Dywedwch pwy, ble, beth ddigwyddodd ac arhoswch ar y llinell.',
        {
          home: {
            en: 'Learn the address and the nearest landmark by heart.',
            cy: 'Dysgwch y cyfeiriad a’r tirnod agosaf ar gof.',
          },
        },
      ],
      [
        3,
        'Swim in clothes, 50 m',
        'Nofio mewn dillad, 50 m',
        'Slow strokes on front and back, saving strength.',
        'Strociau araf ar y blaen a’r cefn, gan arbed nerth.',
      ],
    ],
  },
  {
    title: { en: 'Current', cy: 'Cerrynt' },
    about: {
      en: 'The child reads the sea and rescues without going in.',
      cy: 'Mae’r plentyn yn darllen y môr ac yn achub heb fynd i mewn.',
    },
    safe: rescue,
    home: {
      en: 'Check the tide table for your nearest beach.',
      cy: 'Edrychwch ar dabl llanw eich traeth agosaf.',
    },
    body: [
      [
        2,
        'Read a tide table',
        'Darllen tabl llanw',
        'Find high and low water for tomorrow and say when the cove is cut off.',
        'Dewch o hyd i benllanw a distyll yfory a dweud pryd y caiff y gilfach ei hynysu.',
      ],
      [
        3,
        'Reach rescue',
        'Achub drwy estyn',
        'Lie down, spread the legs, reach with a pole and keep your weight low.',
        'Gorweddwch, lledwch y coesau, estynnwch â pholyn a chadw’ch pwysau’n isel.',
      ],
      [
        3,
        'Throw rescue, 10 m',
        'Achub drwy daflu, 10 m',
        'Two throws in 40 seconds, the second with a wet line.',
        'Dau dafliad mewn 40 eiliad, yr ail â rhaff wlyb.',
      ],
      [
        3,
        'Tread water, 3 min',
        'Troedio dŵr, 3 mun',
        'Three minutes in a buoyancy aid or without, always talking.',
        'Tair munud mewn cymorth arnofio neu hebddo, gan siarad drwy’r amser.',
        { safe: clothed },
      ],
      [
        2,
        'Cold water: first minute',
        'Dŵr oer: y funud gyntaf',
        'Say what the body does in cold water and show how to wait it out.',
        'Dywedwch beth mae’r corff yn ei wneud mewn dŵr oer a dangos sut i aros i hynny basio.',
      ],
    ],
  },
  {
    title: { en: 'Tide', cy: 'Llanw' },
    about: {
      en: 'The child is ready for open water with the club and looks after others.',
      cy: 'Mae’r plentyn yn barod am ddŵr agored gyda’r clwb ac yn gofalu am eraill.',
    },
    safe: open,
    home: {
      en: 'Teach somebody how to float to live.',
      cy: 'Dysgwch rywun sut i arnofio i fyw.',
    },
    body: [
      [
        3,
        'Tow with a float, 20 m',
        'Tynnu gyda fflôt, 20 m',
        'Hand over the float first, then tow without being held.',
        'Rhowch y fflôt yn gyntaf, yna tynnwch heb gael eich dal.',
        { safe: rescue },
      ],
      [
        3,
        'Recovery position',
        'Ystum adfer',
        'Check, call, roll to the side, chin up, and watch the breathing.',
        'Gwirio, galw, rholio i’r ochr, gên i fyny, a gwylio’r anadlu.',
        {
          home: {
            en: 'Show it to everybody at home, on the carpet.',
            cy: 'Dangoswch ef i bawb gartref, ar y carped.',
          },
        },
      ],
      [
        3,
        'Plan a day at the beach',
        'Cynllunio diwrnod ar y traeth',
        'Tide, wind, flags, where to meet and who to call.',
        'Llanw, gwynt, baneri, ble i gwrdd a phwy i’w alw.',
      ],
      [
        4,
        'Open-water swim, 200 m',
        'Nofio dŵr agored, 200 m',
        'Sight on a mark every ten strokes and stay with your partner.',
        'Edrychwch at nod bob deg strôc ac aros gyda’ch partner.',
      ],
      [
        3,
        'Leave a rip current',
        'Gadael cerrynt terfol',
        'In the pool: float, signal, swim across the flow, then in.',
        'Yn y pwll: arnofio, arwyddo, nofio ar draws y llif, yna i mewn.',
        { safe: clothed },
      ],
    ],
  },
]

/** Four levels for staying safe in and by open water. */
export const waterSafety: DemoScheme = {
  slug: 'water-safety',
  name: { en: 'Water safety', cy: 'Diogelwch dŵr' },
  languages: ['en-GB', 'cy-GB'],
  grades: [...defaultGrades],
  sections,
  videos: [],
  roots: levels.map(level),
}
