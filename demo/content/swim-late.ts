import type { LevelLines } from './build.ts'

// safety notes
const lanes = {
  en: 'Keep to one side of the lane and look before you push off.',
  cy: 'Cadwch i un ochr y lôn ac edrychwch cyn gwthio i ffwrdd.',
}
const dives = {
  en: 'Dive only where the coach says that it is deep enough, arms locked in front of the head.',
  cy: 'Deifiwch dim ond lle mae’r hyfforddwr yn dweud ei bod yn ddigon dwfn, breichiau wedi’u cloi o flaen y pen.',
}
const breath = {
  en: 'Never swim under water alone and never breathe hard before it.',
  cy: 'Peidiwch byth â nofio dan y dŵr ar eich pen eich hun na gor-anadlu cyn hynny.',
}
// tags, separated by commas
const survival = { en: 'Survival, Deep water', cy: 'Goroesi, Dŵr dwfn' }
const race = { en: 'Racing', cy: 'Rasio' }

/** Stages 6 to 10: from all four strokes to a race with a plan. */
export const late: readonly LevelLines[] = [
  {
    title: { en: 'Stage 6', cy: 'Cam 6' },
    about: {
      en: 'The child swims lengths in two strokes and meets two more.',
      cy: 'Mae’r plentyn yn nofio hydoedd mewn dau ddull ac yn cwrdd â dau arall.',
    },
    safe: lanes,
    home: {
      en: 'Stand tall, arms over the ears, and squeeze for a count of ten.',
      cy: 'Sefwch yn dal, breichiau dros y clustiau, a gwasgu am ddeg eiliad.',
    },
    body: [
      {
        title: { en: 'Strokes', cy: 'Dulliau' },
        skills: [
          [
            3,
            'Front crawl, 25 m',
            'Dull rhydd, 25 m',
            'A whole length, breathing every three strokes for most of it.',
            'Hyd cyfan, gan anadlu bob tair strôc am y rhan fwyaf ohono.',
            { videos: [2] },
          ],
          [
            3,
            'Backstroke, 25 m',
            'Dull cefn, 25 m',
            'Count the strokes from the flags and touch the wall without turning to look.',
            'Cyfrwch y strociau o’r baneri a chyffwrdd â’r wal heb droi i edrych.',
            { videos: [3] },
          ],
          [
            3,
            'Breaststroke, 15 m',
            'Dull broga, 15 m',
            'Pull, breathe, kick, glide: in that order, with a glide you can count to two in.',
            'Tynnu, anadlu, cicio, llithro: yn y drefn honno, gyda llithriad am gyfrif o ddau.',
          ],
          [
            3,
            'Butterfly kick, 10 m',
            'Cic pili-pala, 10 m',
            'Both legs together, the movement starts at the chest.',
            'Y ddwy goes gyda’i gilydd, mae’r symudiad yn dechrau yn y frest.',
          ],
        ],
      },
      {
        title: { en: 'Water skills', cy: 'Sgiliau dŵr' },
        skills: [
          [
            2,
            'Sitting dive',
            'Deif o eistedd',
            'Sit on the side, chin down, arms over the ears, and roll in fingers first.',
            'Eisteddwch ar yr ochr, gên i lawr, breichiau dros y clustiau, a rholio i mewn bysedd yn gyntaf.',
            { safe: dives },
          ],
          [
            3,
            'Swim in clothes, 15 m',
            'Nofio mewn dillad, 15 m',
            'In shirt and shorts: slow strokes, arms stay in the water.',
            'Mewn crys a siorts: strociau araf, breichiau’n aros yn y dŵr.',
            { tags: survival },
          ],
          [
            3,
            'Eggbeater, 30 s',
            'Cic chwisg, 30 s',
            'Sit upright in the water, feet circling one after the other, hands on the surface.',
            'Eisteddwch yn unionsyth yn y dŵr, traed yn cylchu un ar ôl y llall, dwylo ar yr wyneb.',
            {
              home: {
                en: 'Sit on a stool and draw circles with the heels, outwards.',
                cy: 'Eisteddwch ar stôl a thynnu cylchoedd â’r sodlau, tuag allan.',
              },
            },
          ],
          [
            2,
            'Surface dive, 1.5 m',
            'Deif o’r wyneb, 1.5 m',
            'Bend at the hips, legs up straight, and touch the floor with one hand.',
            'Plygwch wrth y cluniau, coesau’n syth i fyny, a chyffwrdd â’r gwaelod ag un llaw.',
            { safe: breath },
          ],
        ],
      },
    ],
  },
  {
    title: { en: 'Stage 7', cy: 'Cam 7' },
    about: {
      en: 'The child swims all four strokes and a hundred metres without a stop.',
      cy: 'Mae’r plentyn yn nofio’r pedwar dull a chan metr heb stopio.',
    },
    safe: lanes,
    home: {
      en: 'Ripple from chest to toes lying on the floor, like a wave.',
      cy: 'Symudwch fel ton o’r frest i fysedd y traed wrth orwedd ar y llawr.',
    },
    body: [
      [
        3,
        'Butterfly, 10 m',
        'Pili-pala, 10 m',
        'Two kicks to each pull, both arms over the water together.',
        'Dwy gic i bob tynfa, y ddwy fraich dros y dŵr gyda’i gilydd.',
        { videos: [4] },
      ],
      [
        3,
        'Breaststroke, 25 m',
        'Dull broga, 25 m',
        'A whole length in at most 22 strokes, both hands touching at the end.',
        'Hyd cyfan mewn 22 strôc ar y mwyaf, y ddwy law yn cyffwrdd ar y diwedd.',
      ],
      [
        4,
        'Front crawl, 50 m',
        'Dull rhydd, 50 m',
        'Two lengths with the same number of strokes in each.',
        'Dau hyd gyda’r un nifer o strociau ym mhob un.',
      ],
      [
        4,
        'Backstroke, 50 m',
        'Dull cefn, 50 m',
        'Two lengths with a steady head and a turn at the wall.',
        'Dau hyd gyda phen llonydd a thro wrth y wal.',
      ],
      [
        3,
        'Crouch dive',
        'Deif o gwrcwd',
        'From a crouch with the toes over the edge, push out and go in without a splash.',
        'O gwrcwd gyda bysedd y traed dros yr ymyl, gwthiwch allan a mynd i mewn heb sblash.',
        { safe: dives },
      ],
      [
        3,
        'Forward somersault',
        'Trosben ymlaen',
        'Tuck, blow out through the nose, turn right over and come up where you began.',
        'Cyrliwch, chwythu allan drwy’r trwyn, troi drosodd a chodi lle dechreuoch chi.',
      ],
      [
        3,
        'Tread water, 2 min',
        'Troedio dŵr, 2 mun',
        'Two minutes, the last 30 seconds with one arm in the air.',
        'Dwy funud, y 30 eiliad olaf gydag un fraich yn yr awyr.',
        { videos: [1], tags: survival },
      ],
      [
        4,
        'Swim 100 m, two strokes',
        'Nofio 100 m, dau ddull',
        'Fifty metres of each, without a rest between them.',
        'Hanner can metr o bob un, heb orffwys rhyngddynt.',
      ],
    ],
  },
  {
    title: { en: 'Stage 8', cy: 'Cam 8' },
    about: {
      en: 'The child starts, turns and swims a medley by the rules.',
      cy: 'Mae’r plentyn yn dechrau, troi a nofio cymysg yn ôl y rheolau.',
    },
    safe: lanes,
    home: {
      en: 'Count your breaths in a minute, rest, and count again.',
      cy: 'Cyfrwch eich anadliadau mewn munud, gorffwys, a chyfrif eto.',
    },
    body: [
      {
        title: { en: 'Starts and turns', cy: 'Dechrau a throi' },
        skills: [
          [
            3,
            'Standing dive',
            'Deif o sefyll',
            'From standing, one long line into the water and a glide of five metres.',
            'O sefyll, un llinell hir i’r dŵr a llithriad o bum metr.',
            { safe: dives, tags: race },
          ],
          [
            3,
            'Tumble turn, front',
            'Tro trosben, blaen',
            'Swim in at speed, somersault, both feet on the wall and push off on the back.',
            'Nofiwch i mewn yn gyflym, trosben, y ddwy droed ar y wal a gwthio ar y cefn.',
            { videos: [5], tags: race },
          ],
          [
            3,
            'Open turn, breaststroke',
            'Tro agored, dull broga',
            'Both hands touch together, knees through, one pull under water.',
            'Y ddwy law yn cyffwrdd gyda’i gilydd, pengliniau drwodd, un dynfa dan y dŵr.',
            { tags: race },
          ],
        ],
      },
      {
        title: { en: 'Distance', cy: 'Pellter' },
        skills: [
          [
            4,
            'Individual medley, 100 m',
            'Cymysg unigol, 100 m',
            'Butterfly, backstroke, breaststroke, front crawl: a length of each.',
            'Pili-pala, dull cefn, dull broga, dull rhydd: hyd o bob un.',
          ],
          [
            4,
            'Front crawl, 100 m',
            'Dull rhydd, 100 m',
            'Four lengths with tumble turns; the last is not slower than the first.',
            'Pedwar hyd gyda throeon trosben; nid yw’r olaf yn arafach na’r cyntaf.',
          ],
          [
            3,
            'Butterfly, 25 m',
            'Pili-pala, 25 m',
            'A whole length, chin low when you breathe.',
            'Hyd cyfan, gên yn isel wrth anadlu.',
            { videos: [4] },
          ],
          [
            3,
            'Tread water, hands up, 30 s',
            'Troedio dŵr, dwylo i fyny, 30 s',
            'Legs only, both hands out of the water for 30 seconds.',
            'Coesau yn unig, y ddwy law allan o’r dŵr am 30 eiliad.',
            { tags: survival },
          ],
        ],
      },
    ],
  },
  {
    title: { en: 'Stage 9', cy: 'Cam 9' },
    about: {
      en: 'The child trains by the clock and helps to run the warm-up.',
      cy: 'Mae’r plentyn yn hyfforddi wrth y cloc ac yn helpu i arwain y cynhesu.',
    },
    safe: lanes,
    home: {
      en: 'Plan a warm-up of five minutes and lead your family in it.',
      cy: 'Cynlluniwch gynhesu o bum munud ac arweiniwch eich teulu drwyddo.',
    },
    body: [
      [
        4,
        'Swim 400 m without a stop',
        'Nofio 400 m heb stopio',
        'Sixteen lengths in a stroke of your choice, with a turn at every wall.',
        'Un hyd ar bymtheg mewn dull o’ch dewis, gyda thro wrth bob wal.',
      ],
      [
        4,
        'Backstroke turn, full speed',
        'Tro dull cefn, ar gyflymder',
        'Count from the flags, roll on to the front, one pull and turn.',
        'Cyfrwch o’r baneri, rholiwch ar y blaen, un dynfa a throi.',
        { tags: race },
      ],
      [
        3,
        'Pace clock: ten lengths on 45 s',
        'Cloc cyflymder: deg hyd ar 45 s',
        'Leave when the hand is up, ten times, without being told.',
        'Gadewch pan fydd y bys i fyny, ddeg gwaith, heb i neb ddweud.',
        {
          home: {
            en: 'Watch a clock with a second hand and clap every 45 seconds.',
            cy: 'Gwyliwch gloc â bys eiliadau a churo dwylo bob 45 eiliad.',
          },
        },
      ],
      [
        3,
        'Negative split, 200 m',
        'Ail hanner cyflymach, 200 m',
        'The second hundred metres are faster than the first.',
        'Mae’r ail gan metr yn gyflymach na’r cyntaf.',
        { tags: race },
      ],
      [
        3,
        'Relay take-over',
        'Cyfnewid ras gyfnewid',
        'Swing with the swimmer who comes in; your feet leave after the touch.',
        'Siglwch gyda’r nofiwr sy’n dod i mewn; mae’ch traed yn gadael ar ôl y cyffyrddiad.',
        { safe: dives, tags: race },
      ],
      [
        4,
        'Butterfly, 50 m',
        'Pili-pala, 50 m',
        'Two lengths, breathing every second stroke.',
        'Dau hyd, gan anadlu bob yn ail strôc.',
      ],
    ],
  },
  {
    title: { en: 'Stage 10', cy: 'Cam 10' },
    about: {
      en: 'The child races with a plan and helps others to learn.',
      cy: 'Mae’r plentyn yn rasio gyda chynllun ac yn helpu eraill i ddysgu.',
    },
    safe: lanes,
    home: {
      en: 'Write down three goals for the season and who can help.',
      cy: 'Ysgrifennwch dri nod am y tymor a phwy all helpu.',
    },
    body: [
      [
        4,
        'Individual medley, 200 m',
        'Cymysg unigol, 200 m',
        'Two lengths of each stroke, every turn by the rules.',
        'Dau hyd o bob dull, pob tro yn ôl y rheolau.',
      ],
      [
        4,
        'Swim 800 m without a stop',
        'Nofio 800 m heb stopio',
        'Thirty-two lengths at a speed you can hold.',
        'Tri deg dau hyd ar gyflymder y gallwch ei gynnal.',
      ],
      [
        4,
        'Track start',
        'Dechrau trac',
        'One foot back, pull on the block and leave in one line.',
        'Un droed yn ôl, tynnwch ar y bloc a gadael mewn un llinell.',
        { safe: dives, tags: race },
      ],
      [
        3,
        'Lead a warm-up',
        'Arwain cynhesu',
        'Five minutes on land for a group, with a reason for each exercise.',
        'Pum munud ar dir i grŵp, gyda rheswm dros bob ymarfer.',
      ],
      [
        3,
        'Judge a turn by the rules',
        'Barnu tro yn ôl y rheolau',
        'Watch ten turns of another group and say which would be allowed, and why.',
        'Gwyliwch ddeg tro gan grŵp arall a dweud pa rai a fyddai’n cael eu caniatáu, a pham.',
      ],
      [
        4,
        'Race with a plan',
        'Rasio gyda chynllun',
        'Say your times for each length before the race and keep within two seconds.',
        'Dywedwch eich amserau am bob hyd cyn y ras a chadw o fewn dwy eiliad.',
        { tags: race },
      ],
    ],
  },
]
