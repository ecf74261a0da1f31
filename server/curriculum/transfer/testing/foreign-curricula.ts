/** A competency framework as Moodle exports it. */
export const MOODLE = `"Parent ID number","ID number","Short name",Description,"Description format","Scale values","Scale configuration","Rule type (optional)","Rule outcome (optional)","Rule config (optional)","Cross-referenced competency ID numbers","Exported ID (optional)","Is framework","Taxonomy"
,WATER,Water,"<p>All that a child learns in water.</p>",1,"Not yet,With help,Alone","[{""scaleid"":""2""},{""id"":2,""scaledefault"":1,""proficient"":1},{""id"":3,""scaledefault"":0,""proficient"":1}]",,,,,,1,"competency,competency,competency,competency"
,W-1,Safety,,1,,,core_competency\\competency_rule_all,3,null,,11,,
W-1,W-1.1,"Entries; exits",,1,,,core_competency\\competency_rule_points,2,"{""base"":{""points"":1}}",,12,,
W-1.1,W-1.1.1,"Slide in","<p>From the side, <b>feet</b> first.</p>",1,,,,0,null,W-1.1.2,13,,
W-1.1,W-1.1.2,"Climb out",,1,"No,Yes","[{""scaleid"":""3""},{""id"":2,""scaledefault"":1,""proficient"":1}]",,0,null,,14,,
`

const id = (number: number) => `7b2f6a10-0000-11ee-8000-00000000000${number}`
const link = (number: number) => ({
  title: `Item ${number}`,
  identifier: id(number),
  uri: `https://case.example/ims/case/v1p1/CFItems/${id(number)}`,
})
const item = (number: number, humanCodingScheme: string, fullStatement: string, more: object = {}) => ({
  identifier: id(number),
  CFDocumentURI: link(0),
  uri: link(number).uri,
  humanCodingScheme,
  fullStatement,
  CFItemType: 'Standard',
  language: 'en',
  lastChangeDateTime: '2026-02-01T10:00:00+00:00',
  ...more,
})
const association = (from: number, to: number, sequenceNumber: number, associationType = 'isChildOf') => ({
  identifier: id(9),
  associationType,
  sequenceNumber,
  uri: `https://case.example/ims/case/v1p1/CFAssociations/${from}-${to}`,
  originNodeURI: link(from),
  destinationNodeURI: link(to),
  lastChangeDateTime: '2026-02-01T10:00:00+00:00',
})

/** A CASE 1.1 package as a server of frameworks gives it: items in any order, associations with their sequence. */
export const casePackage = {
  CFDocument: {
    identifier: id(0),
    uri: link(0).uri,
    creator: 'Aquatics Board',
    title: 'Aquatics',
    language: 'en',
    lastChangeDateTime: '2026-02-01T10:00:00+00:00',
  },
  CFItems: [
    item(1, 'B', 'Floating'),
    item(2, 'A.2', 'Climbs out', { educationLevel: ['01'], subject: [] }),
    item(3, 'A.1', 'The learner slides in from the side.', { abbreviatedStatement: 'Slides in' }),
    item(4, 'A', 'Entering'),
  ],
  CFAssociations: [
    association(1, 0, 2),
    association(2, 4, 2),
    association(3, 4, 1),
    association(4, 0, 1),
    association(3, 1, 1),
    association(2, 3, 1, 'exactMatchOf'),
  ],
  CFDefinitions: { CFConcepts: [], CFSubjects: [], CFLicenses: [], CFItemTypes: [], CFAssociationGroupings: [] },
  CFRubrics: [{ identifier: id(8), uri: 'https://case.example/r/8', title: 'Rubric' }],
}
