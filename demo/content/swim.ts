import type { LevelText } from './scheme.ts'

const shallow = {
  en: 'Stay where the child can stand, with an adult within arm’s reach.',
  cy: 'Arhoswch lle gall y plentyn sefyll, gydag oedolyn o fewn hyd braich.',
}
const deep = {
  en: 'Only out of depth with a lifeguard on duty and an adult within arm’s reach.',
  cy: 'Dim ond mewn dŵr dwfn gydag achubwr ar ddyletswydd ac oedolyn o fewn hyd braich.',
}
const lanes = {
  en: 'Keep to one side of the lane and look before you push off.',
  cy: 'Cadwch i un ochr y lôn ac edrychwch cyn gwthio i ffwrdd.',
}

/** The swimming curriculum of Aquila Swim: ten stages. */
export const swim: readonly LevelText[] = [
  {
    title: { en: 'Stage 1', cy: 'Cam 1' },
    safety: shallow,
    home: {
      en: 'Pour water over the head in the bath and blow it away.',
      cy: 'Arllwyswch ddŵr dros y pen yn y bath a’i chwythu i ffwrdd.',
    },
    skills: [
      [1, 'Enter the water by the steps', 'Mynd i’r dŵr i lawr y grisiau'],
      [1, 'Walk across, 5 m', 'Cerdded ar draws, 5 m'],
      [2, 'Blow bubbles, five times', 'Chwythu swigod, pum gwaith'],
      [2, 'Wet the face without wiping', 'Gwlychu’r wyneb heb ei sychu'],
      [2, 'Float on the back with help', 'Arnofio ar y cefn gyda chymorth'],
      [1, 'Climb out alone', 'Dringo allan ar eich pen eich hun'],
    ],
  },
  {
    title: { en: 'Stage 2', cy: 'Cam 2' },
    safety: shallow,
    home: {
      en: 'Lie flat on the carpet like a star and count to ten.',
      cy: 'Gorweddwch yn fflat ar y carped fel seren a chyfrif i ddeg.',
    },
    skills: [
      [1, 'Jump in from the side', 'Neidio i mewn o’r ochr'],
      [2, 'Face in, blow out, 3 s', 'Wyneb i mewn, chwythu allan, 3 s'],
      [2, 'Star float on front, 5 s', 'Arnofio fel seren ar y blaen, 5 s'],
      [2, 'Star float on back, 5 s', 'Arnofio fel seren ar y cefn, 5 s'],
      [2, 'Push and glide to the wall', 'Gwthio a llithro at y wal'],
      [2, 'Kick on front with a float, 5 m', 'Cicio ar y blaen gyda fflôt, 5 m'],
      [2, 'Roll from front to back', 'Rholio o’r blaen i’r cefn'],
    ],
  },
  {
    title: { en: 'Stage 3', cy: 'Cam 3' },
    safety: shallow,
    home: {
      en: 'Curl up tight like a mushroom on the bed and let go slowly.',
      cy: 'Cyrliwch yn dynn fel madarchen ar y gwely a gollwng yn araf.',
    },
    skills: [
      [1, 'Jump in and turn to the wall', 'Neidio i mewn a throi at y wal'],
      [2, 'Pick up a ring in chest-deep water', 'Codi cylch mewn dŵr hyd y frest'],
      [3, 'Push and glide, 5 m', 'Gwthio a llithro, 5 m'],
      [3, 'Kick on front, 5 m', 'Cicio ar y blaen, 5 m'],
      [3, 'Kick on back, 5 m', 'Cicio ar y cefn, 5 m'],
      [2, 'Tuck float, 3 s', 'Arnofio mewn cwrcwd, 3 s'],
      [2, 'Rotate and stand up', 'Troi a sefyll'],
    ],
  },
  {
    title: { en: 'Stage 4', cy: 'Cam 4' },
    safety: deep,
    home: {
      en: 'On a chair, draw slow circles with both feet for 30 seconds.',
      cy: 'Ar gadair, tynnwch gylchoedd araf gyda’r ddwy droed am 30 eiliad.',
    },
    skills: [
      [2, 'Enter safely and climb out', 'Mynd i mewn yn ddiogel a dringo allan'],
      [3, 'Push and glide, 10 m', 'Gwthio a llithro, 10 m'],
      [3, 'Star float on back, 10 s', 'Arnofio fel seren ar y cefn, 10 s'],
      [3, 'Kick on front, 10 m', 'Cicio ar y blaen, 10 m'],
      [3, 'Kick on back, 10 m', 'Cicio ar y cefn, 10 m'],
      [2, 'Mushroom float, 5 s', 'Arnofio fel madarchen, 5 s'],
      [3, 'Sink, push off and glide', 'Suddo, gwthio a llithro'],
      [3, 'Tread water, 30 s', 'Troedio dŵr, 30 s'],
      [3, 'Front crawl, 10 m', 'Dull rhydd, 10 m'],
      [3, 'Backstroke, 10 m', 'Dull cefn, 10 m'],
    ],
  },
  {
    title: { en: 'Stage 5', cy: 'Cam 5' },
    safety: deep,
    home: {
      en: 'Sit on the edge of the bed and turn both feet out like a frog.',
      cy: 'Eisteddwch ar ymyl y gwely a throi’r ddwy droed allan fel broga.',
    },
    skills: [
      [3, 'Breaststroke kick, 10 m', 'Cic dull broga, 10 m'],
      [3, 'Front crawl with side breathing, 10 m', 'Dull rhydd gan anadlu i’r ochr, 10 m'],
      [3, 'Backstroke, straight arms, 15 m', 'Dull cefn, breichiau syth, 15 m'],
      [3, 'Scull head first, 5 m', 'Sgwlio pen yn gyntaf, 5 m'],
      [2, 'Jump into deep water', 'Neidio i ddŵr dwfn'],
      [3, 'Tread water, 45 s', 'Troedio dŵr, 45 s'],
      [2, 'Swim through a hoop', 'Nofio trwy gylch'],
      [3, 'Swim 25 m, any stroke', 'Nofio 25 m, unrhyw ddull'],
    ],
  },
  {
    title: { en: 'Stage 6', cy: 'Cam 6' },
    safety: lanes,
    home: {
      en: 'Stand tall, arms over the ears, and squeeze for a count of ten.',
      cy: 'Sefwch yn dal, breichiau dros y clustiau, a gwasgu am ddeg eiliad.',
    },
    skills: [
      [3, 'Front crawl, 25 m', 'Dull rhydd, 25 m'],
      [3, 'Backstroke, 25 m', 'Dull cefn, 25 m'],
      [3, 'Breaststroke, 15 m', 'Dull broga, 15 m'],
      [3, 'Butterfly kick, 10 m', 'Cic pili-pala, 10 m'],
      [2, 'Sitting dive', 'Deif o eistedd'],
      [3, 'Swim in clothes, 15 m', 'Nofio mewn dillad, 15 m'],
      [3, 'Eggbeater, 30 s', 'Cic chwisg, 30 s'],
      [2, 'Surface dive, 1.5 m', 'Deif o’r wyneb, 1.5 m'],
    ],
  },
  {
    title: { en: 'Stage 7', cy: 'Cam 7' },
    safety: lanes,
    home: {
      en: 'Ripple from chest to toes lying on the floor, like a wave.',
      cy: 'Ton o’r frest i fysedd y traed wrth orwedd ar y llawr.',
    },
    skills: [
      [3, 'Butterfly, 10 m', 'Pili-pala, 10 m'],
      [3, 'Breaststroke, 25 m', 'Dull broga, 25 m'],
      [4, 'Front crawl, 50 m', 'Dull rhydd, 50 m'],
      [4, 'Backstroke, 50 m', 'Dull cefn, 50 m'],
      [3, 'Crouch dive', 'Deif o gwrcwd'],
      [3, 'Forward somersault', 'Trosben ymlaen'],
      [3, 'Tread water, 2 min', 'Troedio dŵr, 2 mun'],
      [4, 'Swim 100 m, two strokes', 'Nofio 100 m, dau ddull'],
    ],
  },
  {
    title: { en: 'Stage 8', cy: 'Cam 8' },
    safety: lanes,
    home: {
      en: 'Count your breaths in a minute, rest, and count again.',
      cy: 'Cyfrwch eich anadliadau mewn munud, gorffwys, a chyfrif eto.',
    },
    skills: [
      [3, 'Standing dive', 'Deif o sefyll'],
      [3, 'Tumble turn, front', 'Tro trosben, blaen'],
      [3, 'Open turn, breaststroke', 'Tro agored, dull broga'],
      [4, 'Individual medley, 100 m', 'Cymysg unigol, 100 m'],
      [4, 'Front crawl, 100 m', 'Dull rhydd, 100 m'],
      [3, 'Butterfly, 25 m', 'Pili-pala, 25 m'],
    ],
  },
  {
    title: { en: 'Stage 9', cy: 'Cam 9' },
    safety: lanes,
    home: {
      en: 'Plan a warm-up of five minutes and lead your family in it.',
      cy: 'Cynlluniwch gynhesu o bum munud ac arwain eich teulu.',
    },
    skills: [
      [4, 'Swim 400 m without a stop', 'Nofio 400 m heb stopio'],
      [4, 'Backstroke turn, full speed', 'Tro dull cefn, ar gyflymder'],
      [3, 'Pace clock: ten lengths on 45 s', 'Cloc cyflymder: deg hyd ar 45 s'],
      [3, 'Negative split, 200 m', 'Ail hanner cyflymach, 200 m'],
      [3, 'Relay take-over', 'Cyfnewid ras gyfnewid'],
      [4, 'Butterfly, 50 m', 'Pili-pala, 50 m'],
    ],
  },
  {
    title: { en: 'Stage 10', cy: 'Cam 10' },
    safety: lanes,
    home: {
      en: 'Write down three goals for the season and who can help.',
      cy: 'Ysgrifennwch dri nod am y tymor a phwy all helpu.',
    },
    skills: [
      [4, 'Individual medley, 200 m', 'Cymysg unigol, 200 m'],
      [4, 'Swim 800 m without a stop', 'Nofio 800 m heb stopio'],
      [4, 'Track start', 'Dechrau trac'],
      [3, 'Lead a warm-up', 'Arwain cynhesu'],
      [3, 'Judge a turn by the rules', 'Barnu tro yn ôl y rheolau'],
      [4, 'Race with a plan', 'Rasio gyda chynllun'],
    ],
  },
]

/** Four levels for staying safe in and by open water. */
export const waterSafety: readonly LevelText[] = [
  {
    title: { en: 'Drop', cy: 'Diferyn' },
    safety: shallow,
    home: {
      en: 'Find three safety signs on a walk and say what they mean.',
      cy: 'Dewch o hyd i dri arwydd diogelwch ar daith gerdded.',
    },
    skills: [
      [1, 'Name the beach flags', 'Enwi baneri’r traeth'],
      [1, 'Float to live, 30 s', 'Arnofio i fyw, 30 s'],
      [2, 'Call for help', 'Galw am help'],
      [2, 'Put on a buoyancy aid', 'Gwisgo cymorth arnofio'],
    ],
  },
  {
    title: { en: 'Ripple', cy: 'Crych' },
    safety: deep,
    home: {
      en: 'Practise what to say on the phone to the coastguard.',
      cy: 'Ymarferwch beth i’w ddweud wrth wylwyr y glannau.',
    },
    skills: [
      [2, 'Signal for help', 'Arwyddo am help'],
      [2, 'Float in clothes, 1 min', 'Arnofio mewn dillad, 1 mun'],
      [3, 'Heat-saving huddle', 'Cwtsh cadw gwres'],
      [2, 'Climb onto a raft', 'Dringo ar rafft'],
      [2, 'Throw a line, 5 m', 'Taflu rhaff, 5 m'],
      [1, 'Spot a rip current', 'Adnabod cerrynt terfol'],
    ],
  },
  {
    title: { en: 'Wave', cy: 'Ton' },
    safety: deep,
    home: { en: 'Check the tide table for your nearest beach.', cy: 'Edrychwch ar dabl llanw eich traeth agosaf.' },
    skills: [
      [3, 'Swim in clothes, 50 m', 'Nofio mewn dillad, 50 m'],
      [3, 'Reach rescue', 'Achub drwy estyn'],
      [3, 'Throw rescue, 10 m', 'Achub drwy daflu, 10 m'],
      [2, 'Read a tide table', 'Darllen tabl llanw'],
      [3, 'Tread water, 3 min', 'Troedio dŵr, 3 mun'],
    ],
  },
  {
    title: { en: 'Current', cy: 'Cerrynt' },
    safety: deep,
    home: { en: 'Teach somebody how to float to live.', cy: 'Dysgwch rywun sut i arnofio i fyw.' },
    skills: [
      [3, 'Tow with a float, 20 m', 'Tynnu gyda fflôt, 20 m'],
      [3, 'Recovery position', 'Ystum adfer'],
      [2, 'Call the emergency services', 'Galw’r gwasanaethau brys'],
      [4, 'Open-water swim, 200 m', 'Nofio dŵr agored, 200 m'],
    ],
  },
]
