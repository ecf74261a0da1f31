import type { LevelLines } from './build.ts'

// safety notes
const shallow = {
  en: 'Stay where the child can stand, with an adult within arm’s reach.',
  cy: 'Arhoswch lle gall y plentyn sefyll, gydag oedolyn o fewn hyd braich.',
}
const deep = {
  en: 'Only out of depth with a lifeguard on duty and an adult within arm’s reach.',
  cy: 'Dim ond mewn dŵr dwfn gydag achubwr ar ddyletswydd ac oedolyn o fewn hyd braich.',
}
const entry = {
  en: 'Ask whether it is deep enough, look, then go. Toes over the edge, never a run-up.',
  cy: 'Gofynnwch a yw’n ddigon dwfn, edrychwch, yna ewch. Bysedd traed dros yr ymyl, dim rhedeg.',
}

/** Stages 1 to 5: from the steps into the water to 25 metres. */
export const early: readonly LevelLines[] = [
  {
    title: { en: 'Stage 1', cy: 'Cam 1' },
    about: {
      en: 'The child is happy in shallow water and gets in and out alone.',
      cy: 'Mae’r plentyn yn hapus mewn dŵr bas ac yn mynd i mewn ac allan ar ei ben ei hun.',
    },
    safe: shallow,
    home: {
      en: 'Pour water over the head in the bath and blow it away.',
      cy: 'Arllwyswch ddŵr dros y pen yn y bath a’i chwythu i ffwrdd.',
    },
    body: [
      [
        1,
        'Enter the water by the steps',
        'Mynd i’r dŵr i lawr y grisiau',
        'Hold the rail, turn round and come down backwards, one step at a time.',
        'Daliwch y rheilen, trowch a dewch i lawr wysg eich cefn, un gris ar y tro.',
      ],
      [
        1,
        'Walk across, 5 m',
        'Cerdded ar draws, 5 m',
        'Walk five metres with big steps, shoulders under the water, without holding on.',
        'Cerddwch bum metr gyda chamau mawr, ysgwyddau dan y dŵr, heb ddal gafael.',
      ],
      [
        2,
        'Blow bubbles, five times',
        'Chwythu swigod, pum gwaith',
        'Lips on the water: breathe in above it and blow out into it, five times in a row.',
        'Gwefusau ar y dŵr: anadlwch i mewn uwch ei ben a chwythu allan iddo, bum gwaith yn olynol.',
        {
          home: {
            en: 'Blow a ping-pong ball across the bath.',
            cy: 'Chwythwch bêl ping-pong ar draws y bath.',
          },
        },
      ],
      [
        2,
        'Wet the face without wiping',
        'Gwlychu’r wyneb heb ei sychu',
        'Put the whole face in for two seconds, come up and blink the water away.',
        'Rhowch yr wyneb cyfan i mewn am ddwy eiliad, codwch a blinciwch y dŵr i ffwrdd.',
        {
          home: {
            en: 'Let the shower run over the face and count to three.',
            cy: 'Gadewch i’r gawod redeg dros yr wyneb a chyfrif i dri.',
          },
        },
      ],
      [
        2,
        'Float on the back with help',
        'Arnofio ar y cefn gyda chymorth',
        'Ears in, tummy up, looking at the ceiling, with one hand under the shoulders.',
        'Clustiau i mewn, bol i fyny, yn edrych ar y nenfwd, gydag un llaw dan yr ysgwyddau.',
      ],
      [
        1,
        'Climb out alone',
        'Dringo allan ar eich pen eich hun',
        'Elbow, elbow, tummy, knee: climb out over the side without the steps.',
        'Penelin, penelin, bol, pen-glin: dringwch allan dros yr ochr heb y grisiau.',
      ],
    ],
  },
  {
    title: { en: 'Stage 2', cy: 'Cam 2' },
    about: {
      en: 'The child lies on the water without help and moves a little way.',
      cy: 'Mae’r plentyn yn gorwedd ar y dŵr heb gymorth ac yn symud ychydig.',
    },
    safe: shallow,
    home: {
      en: 'Lie flat on the carpet like a star and count to ten.',
      cy: 'Gorweddwch yn fflat ar y carped fel seren a chyfrif i ddeg.',
    },
    body: [
      [
        1,
        'Jump in from the side',
        'Neidio i mewn o’r ochr',
        'Jump in feet first, let the water cover the shoulders and stand up.',
        'Neidiwch i mewn draed yn gyntaf, gadewch i’r dŵr orchuddio’r ysgwyddau a sefyll.',
        { safe: entry },
      ],
      [
        2,
        'Face in, blow out, 3 s',
        'Wyneb i mewn, chwythu allan, 3 s',
        'Face in and a steady stream of bubbles for three seconds.',
        'Wyneb i mewn a llif cyson o swigod am dair eiliad.',
        { home: { en: 'Hum into the bath water.', cy: 'Hymiwch i mewn i ddŵr y bath.' } },
      ],
      [
        2,
        'Star float on front, 5 s',
        'Arnofio fel seren ar y blaen, 5 s',
        'Arms and legs wide, face in, still for five seconds.',
        'Breichiau a choesau ar led, wyneb i mewn, yn llonydd am bum eiliad.',
      ],
      [
        2,
        'Star float on back, 5 s',
        'Arnofio fel seren ar y cefn, 5 s',
        'Arms and legs wide, ears in, still for five seconds.',
        'Breichiau a choesau ar led, clustiau i mewn, yn llonydd am bum eiliad.',
      ],
      [
        2,
        'Push and glide to the wall',
        'Gwthio a llithro at y wal',
        'Push off the floor with long arms and glide until the fingers touch the wall.',
        'Gwthiwch oddi ar y llawr gyda breichiau hir a llithro nes i’r bysedd gyffwrdd â’r wal.',
      ],
      [
        2,
        'Kick on front with a float, 5 m',
        'Cicio ar y blaen gyda fflôt, 5 m',
        'Hold the float at arm’s length; long legs, small fast kicks.',
        'Daliwch y fflôt hyd braich; coesau hir, ciciau bach cyflym.',
        {
          home: {
            en: 'Sit on the edge of the bed and kick from the hips.',
            cy: 'Eisteddwch ar ymyl y gwely a chicio o’r cluniau.',
          },
        },
      ],
      [
        2,
        'Roll from front to back',
        'Rholio o’r blaen i’r cefn',
        'From a float on the front, turn the head first and roll on to the back.',
        'O arnofio ar y blaen, trowch y pen yn gyntaf a rholio ar y cefn.',
      ],
    ],
  },
  {
    title: { en: 'Stage 3', cy: 'Cam 3' },
    about: {
      en: 'The child glides, kicks and turns without help in water up to the chest.',
      cy: 'Mae’r plentyn yn llithro, cicio a throi heb gymorth mewn dŵr hyd y frest.',
    },
    safe: shallow,
    home: {
      en: 'Curl up tight like a mushroom on the bed and let go slowly.',
      cy: 'Cyrliwch yn dynn fel madarchen ar y gwely a gollwng yn araf.',
    },
    body: [
      [
        1,
        'Jump in and turn to the wall',
        'Neidio i mewn a throi at y wal',
        'Jump in, come up, turn round and reach for the side.',
        'Neidiwch i mewn, codwch, trowch ac estyn am yr ochr.',
        { safe: entry },
      ],
      [
        2,
        'Pick up a ring in chest-deep water',
        'Codi cylch mewn dŵr hyd y frest',
        'Breathe out on the way down, eyes open, and bring the ring up in one hand.',
        'Anadlwch allan ar y ffordd i lawr, llygaid ar agor, a chodi’r cylch mewn un llaw.',
      ],
      [
        3,
        'Push and glide, 5 m',
        'Gwthio a llithro, 5 m',
        'Push from the wall, arms over the ears, and stay long and straight for five metres.',
        'Gwthiwch o’r wal, breichiau dros y clustiau, ac arhoswch yn hir ac yn syth am bum metr.',
      ],
      [
        3,
        'Kick on front, 5 m',
        'Cicio ar y blaen, 5 m',
        'Without a float: face in, long legs, loose ankles.',
        'Heb fflôt: wyneb i mewn, coesau hir, fferau llac.',
      ],
      [
        3,
        'Kick on back, 5 m',
        'Cicio ar y cefn, 5 m',
        'Tummy up, knees under the water, toes just break the surface.',
        'Bol i fyny, pengliniau dan y dŵr, bysedd traed prin yn torri’r wyneb.',
      ],
      [
        2,
        'Tuck float, 3 s',
        'Arnofio mewn cwrcwd, 3 s',
        'Knees to the chest, arms round the shins, float for three seconds.',
        'Pengliniau at y frest, breichiau am y crimogau, arnofio am dair eiliad.',
      ],
      [
        2,
        'Rotate and stand up',
        'Troi a sefyll',
        'From a float, pull the knees in, press the hands down and stand up calmly.',
        'O arnofio, tynnwch y pengliniau i mewn, gwasgu’r dwylo i lawr a sefyll yn dawel.',
        {
          home: {
            en: 'Lie on the floor, tuck up and stand without using your hands.',
            cy: 'Gorweddwch ar y llawr, cyrliwch a chodi heb ddefnyddio’r dwylo.',
          },
        },
      ],
    ],
  },
  {
    title: { en: 'Stage 4', cy: 'Cam 4' },
    about: {
      en: 'The child swims ten metres on front and back and is calm in deep water.',
      cy: 'Mae’r plentyn yn nofio deg metr ar y blaen a’r cefn ac yn dawel mewn dŵr dwfn.',
    },
    safe: deep,
    home: {
      en: 'On a chair, draw slow circles with both feet for 30 seconds.',
      cy: 'Ar gadair, tynnwch gylchoedd araf gyda’r ddwy droed am 30 eiliad.',
    },
    body: [
      [
        2,
        'Enter safely and climb out',
        'Mynd i mewn yn ddiogel a dringo allan',
        'Choose the right way in for the depth, swim back to the side and climb out without steps.',
        'Dewiswch y ffordd iawn i mewn yn ôl y dyfnder, nofio’n ôl i’r ochr a dringo allan heb risiau.',
        { safe: entry },
      ],
      [
        3,
        'Push and glide, 10 m',
        'Gwthio a llithro, 10 m',
        'Push off under the surface, stay long and add a light kick until ten metres.',
        'Gwthiwch i ffwrdd dan yr wyneb, arhoswch yn hir ac ychwanegu cic ysgafn hyd at ddeg metr.',
      ],
      [
        3,
        'Star float on back, 10 s',
        'Arnofio fel seren ar y cefn, 10 s',
        'Still for ten seconds in deep water, breathing quietly.',
        'Yn llonydd am ddeg eiliad mewn dŵr dwfn, gan anadlu’n dawel.',
        {
          home: {
            en: 'Lie on the floor, breathe in for four and out for six.',
            cy: 'Gorweddwch ar y llawr, anadlwch i mewn am bedwar ac allan am chwech.',
          },
        },
      ],
      [
        3,
        'Kick on front, 10 m',
        'Cicio ar y blaen, 10 m',
        'Ten metres with the face in; turn the head once to breathe.',
        'Deg metr gyda’r wyneb i mewn; trowch y pen unwaith i anadlu.',
      ],
      [
        3,
        'Kick on back, 10 m',
        'Cicio ar y cefn, 10 m',
        'Ten metres with the hips high and the arms by the sides.',
        'Deg metr gyda’r cluniau’n uchel a’r breichiau wrth yr ochrau.',
      ],
      [
        2,
        'Mushroom float, 5 s',
        'Arnofio fel madarchen, 5 s',
        'Tuck up tight, face in, and let the water carry you for five seconds.',
        'Cyrliwch yn dynn, wyneb i mewn, a gadael i’r dŵr eich cario am bum eiliad.',
      ],
      [
        3,
        'Sink, push off and glide',
        'Suddo, gwthio a llithro',
        'Breathe out until you sink, put both feet on the wall and push off under water.',
        'Anadlwch allan nes i chi suddo, rhowch y ddwy droed ar y wal a gwthio dan y dŵr.',
      ],
      [
        3,
        'Tread water, 30 s',
        'Troedio dŵr, 30 s',
        'Stay upright in deep water for 30 seconds with your chin above the surface. Use any leg kick and keep your hands moving under the water.',
        'Arhoswch yn unionsyth mewn dŵr dwfn am 30 eiliad gyda’ch gên uwchben yr wyneb. Defnyddiwch unrhyw gic a chadwch eich dwylo i symud dan y dŵr.',
        {
          videos: [1],
          tags: { en: 'Survival, Deep water', cy: 'Goroesi, Dŵr dwfn' },
          home: {
            en: 'In the bath, push the water in and out with flat hands. Count out loud: talking shows that the breathing is calm.',
            cy: 'Yn y bath, gwthiwch y dŵr i mewn ac allan â dwylo fflat. Cyfrwch yn uchel: mae siarad yn dangos bod yr anadlu’n dawel.',
          },
        },
      ],
      [
        3,
        'Front crawl, 10 m',
        'Dull rhydd, 10 m',
        'Long arms over the water, a steady kick and the face in between breaths.',
        'Breichiau hir dros y dŵr, cic gyson a’r wyneb i mewn rhwng anadliadau.',
        {
          videos: [2],
          home: {
            en: 'Bend forward in front of a mirror and draw the arms past the hips, one after the other.',
            cy: 'Plygwch ymlaen o flaen drych a thynnu’r breichiau heibio’r cluniau, un ar ôl y llall.',
          },
        },
      ],
      [
        3,
        'Backstroke, 10 m',
        'Dull cefn, 10 m',
        'Head still, hips high, one arm after the other past the ear.',
        'Pen yn llonydd, cluniau’n uchel, un fraich ar ôl y llall heibio’r glust.',
        {
          videos: [3],
          home: {
            en: 'Stand against a wall and brush the ear with the arm on its way up.',
            cy: 'Sefwch yn erbyn wal a brwsio’r glust â’r fraich ar ei ffordd i fyny.',
          },
        },
      ],
    ],
  },
  {
    title: { en: 'Stage 5', cy: 'Cam 5' },
    about: {
      en: 'The child swims a length and begins the breaststroke.',
      cy: 'Mae’r plentyn yn nofio hyd y pwll ac yn dechrau’r dull broga.',
    },
    safe: deep,
    home: {
      en: 'Sit on the edge of the bed and turn both feet out like a frog.',
      cy: 'Eisteddwch ar ymyl y gwely a throi’r ddwy droed allan fel broga.',
    },
    body: [
      [
        3,
        'Breaststroke kick, 10 m',
        'Cic dull broga, 10 m',
        'Heels to the seat, toes out, push round and squeeze; glide after each kick.',
        'Sodlau at y pen-ôl, bysedd traed allan, gwthio o amgylch a gwasgu; llithro ar ôl pob cic.',
      ],
      [
        3,
        'Front crawl with side breathing, 10 m',
        'Dull rhydd gan anadlu i’r ochr, 10 m',
        'Breathe to the side with one ear in the water, at least three times.',
        'Anadlwch i’r ochr gydag un glust yn y dŵr, o leiaf dair gwaith.',
        { videos: [2] },
      ],
      [
        3,
        'Backstroke, straight arms, 15 m',
        'Dull cefn, breichiau syth, 15 m',
        'Thumb out first, little finger in first, elbows straight above the water.',
        'Bawd allan gyntaf, bys bach i mewn gyntaf, penelinoedd yn syth uwchben y dŵr.',
      ],
      [
        3,
        'Scull head first, 5 m',
        'Sgwlio pen yn gyntaf, 5 m',
        'Flat on the back, hands by the hips, small quick figures of eight.',
        'Yn fflat ar y cefn, dwylo wrth y cluniau, ffigurau wyth bach a chyflym.',
        {
          home: {
            en: 'Smooth butter on a big slice of bread: that is what the hands do.',
            cy: 'Taenwch fenyn ar dafell fawr o fara: dyna mae’r dwylo’n ei wneud.',
          },
        },
      ],
      [
        2,
        'Jump into deep water',
        'Neidio i ddŵr dwfn',
        'Step off, go right under, come up and swim back to the side.',
        'Camwch i ffwrdd, ewch dan y dŵr, codwch a nofio’n ôl i’r ochr.',
        { safe: entry },
      ],
      [
        3,
        'Tread water, 45 s',
        'Troedio dŵr, 45 s',
        'Chin up and breathing calm for 45 seconds, turning once right round.',
        'Gên i fyny ac anadlu’n dawel am 45 eiliad, gan droi unwaith yn gyfan gwbl.',
        { videos: [1], tags: { en: 'Survival, Deep water', cy: 'Goroesi, Dŵr dwfn' } },
      ],
      [
        2,
        'Swim through a hoop',
        'Nofio trwy gylch',
        'Go down head first from the surface and swim through a hoop half way to the floor.',
        'Ewch i lawr ben yn gyntaf o’r wyneb a nofio trwy gylch hanner ffordd i’r gwaelod.',
      ],
      [
        3,
        'Swim 25 m, any stroke',
        'Nofio 25 m, unrhyw ddull',
        'One length without touching the lane rope or the floor.',
        'Un hyd heb gyffwrdd â rhaff y lôn na’r llawr.',
      ],
    ],
  },
]
