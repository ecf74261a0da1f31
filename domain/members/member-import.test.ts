import { describe, expect, it } from 'vitest'
import { askedColumns, guessColumns } from './guess-columns.ts'
import { missingFields } from './import-columns.ts'
import type { SkillScale } from './import-values.ts'
import { TEMPLATE } from './import-template.ts'
import { withLevelTitles } from './level-cells.ts'
import { dateOrderOf, hasGradeNumbers, readRow } from './member-import.ts'

const rules = {
  today: '2026-11-21',
  memberTypes: [],
  dateOrder: 'day-first' as const,
  levels: new Set<string>(),
  skills: new Map<string, SkillScale>(),
  hasGrades: false,
  placeOf: () => null,
  coaches: new Set<string>(),
  zeros: { phones: false, numberDigits: 0 },
  groupsByComma: false,
}
const columns = ['firstname', 'lastname', 'dob', 'guardian_firstname', 'guardian_lastname', 'guardian_email']
const read = (...cells: string[]) => readRow(cells, columns, rules)
const problems = (...cells: string[]) => read(...cells).problems

describe('e-mail addresses of two guardians in one cell', () => {
  it('are of the first and the next guardian, unless the file has a column for the next', () => {
    for (const cell of [
      'ann@x.example; bob@x.example',
      'ann@x.example,bob@x.example',
      'ann@x.example\nbob@x.example',
    ]) {
      const { member, problems: found } = read('Evie', 'Lee', '2016-04-03', 'Ann', 'Lee', cell)
      expect(member.guardians.map(({ guardian_email }) => guardian_email)).toEqual(['ann@x.example', 'bob@x.example'])
      expect(found).toEqual([])
    }
    const both = [...columns, 'guardian_2_email']
    const row = ['Evie', 'Lee', '2016-04-03', 'Ann', 'Lee', 'ann@x.example bob@x.example', 'cat@x.example']
    expect(readRow(row, both, rules).member.guardians.map(({ guardian_email }) => guardian_email)).toEqual([
      'ann@x.example',
      'cat@x.example',
      'bob@x.example',
    ])
    expect(problems('Evie', 'Lee', '2016-04-03', 'Ann', 'Lee', 'ann@x.example; bob')).toEqual([
      { field: 'guardian_email', problem: 'not-an-email' },
    ])
  })
})

describe('telephone numbers with words', () => {
  const readPhones = (...cells: string[]) =>
    readRow(
      ['Evie', 'Lee', '2016-04-03', ...cells],
      ['firstname', 'lastname', 'dob', 'phones', 'phones', 'note'],
      rules,
    )

  it('are taken, and the words are kept in the note', () => {
    const { member, problems: found } = readPhones('07700 900123 (mum)', '029 2087 4000; Dad 07700 900456', 'Shy')
    expect(found).toEqual([])
    expect(member.phones).toEqual(['07700 900123', '029 2087 4000', '07700 900456'])
    expect(member.note).toBe('07700 900123 (mum)\nDad 07700 900456\nShy')
  })

  it('that stand in several columns are taken once, and those beyond five are kept in the note', () => {
    const { member, problems: found } = readPhones('07700900123', '07700 900123; 1111; 2222; 3333; 4444; 5555', '')
    expect(found).toEqual([])
    expect(member.phones).toEqual(['07700900123', '1111', '2222', '3333', '4444'])
    expect(member.note).toBe('5555')
  })

  it('are refused without a number, or where a spreadsheet has cut the digits', () => {
    expect(readPhones('ask at school', '', '').problems).toEqual([{ field: 'phones', problem: 'not-a-phone' }])
    expect(readPhones('7.7009E+09', '', '').problems).toEqual([{ field: 'phones', problem: 'shortened-number' }])
    expect(
      readRow(['A', 'B', '2016-04-03', '1.23457E+11'], ['firstname', 'lastname', 'dob', 'ngo_id'], rules),
    ).toMatchObject({
      problems: [{ field: 'ngo_id', problem: 'shortened-number' }],
    })
  })
})

describe('guardians of a row', () => {
  const readGuardians = (...cells: string[]) => {
    const both = [
      'firstname',
      'lastname',
      'dob',
      'guardian_name',
      'guardian_email',
      'guardian_2_name',
      'guardian_2_email',
    ]
    const { member, problems: found } = readRow(['Evie', 'Lee', '2016-04-03', ...cells], both, rules)
    expect(found).toEqual([])
    return member.guardians.map(({ guardian_firstname: first, guardian_lastname: last, guardian_email: email }) =>
      [first, last, email].join('|'),
    )
  }

  it('are persons, each once: the emergency contact may be the parent, and two parents share an address', () => {
    expect(readGuardians('Ann Lee', 'a@x.example', 'ann lee', '')).toEqual(['Ann|Lee|a@x.example'])
    expect(readGuardians('Ann Lee', '', 'Ann Lee', 'a@x.example')).toEqual(['Ann|Lee|a@x.example'])
    expect(readGuardians('Ann Lee', '', 'Ann Lee', '')).toEqual(['Ann|Lee|'])
    expect(readGuardians('Ann Lee', 'a@x.example', 'Mark Lee', 'A@x.example')).toEqual([
      'Ann|Lee|a@x.example',
      'Mark|Lee|',
    ])
  })

  it('may stand in one cell', () => {
    const row = ['Evie', 'Lee', '2016-04-03', 'Ann & Mark Lee', 'a@x.example, m@x.example']
    const { member, problems: found } = readRow(
      row,
      ['firstname', 'lastname', 'dob', 'guardian_name', 'guardian_email'],
      rules,
    )
    expect(found).toEqual([])
    expect(member.guardians).toEqual([
      { guardian_firstname: 'Ann', guardian_lastname: 'Lee', guardian_email: 'a@x.example' },
      { guardian_firstname: 'Mark', guardian_lastname: 'Lee', guardian_email: 'm@x.example' },
    ])
  })
})

describe('columns', () => {
  it('are guessed by English and Welsh headings of any case and punctuation, each field once', () => {
    expect(
      guessColumns(['First Name', 'SURNAME', 'date_of_birth', 'E-mail', 'Guardian First', 'Shoe size', 'surname']),
    ).toEqual(['firstname', 'lastname', 'dob', 'guardian_email', 'guardian_firstname', null, null])
    expect(guessColumns(['Enw cyntaf', 'Cyfenw', 'Dyddiad geni'])).toEqual(['firstname', 'lastname', 'dob'])
    expect(guessColumns(['guardian_2_email', 'age', 'groups'])).toEqual(['guardian_2_email', null, 'groups'])
    // as the last time, but not by the lack of a heading
    expect(guessColumns(['Name', 'Class', ''], { class: '', '': 'medical' })).toEqual(['name', null, null])
  })

  it('of other programs are known: students, contacts, several telephones, classes and levels', () => {
    const guess = (headings: string) => guessColumns(headings.split(', '))
    expect(
      guess(
        'Family ID, Student First, Student Last, Gender, DOB, Status, Skill/Level, Enrolled Classes, Primary Contact, ' +
          'Primary Contact Email, Home Phone, Cell Phone, Emergency Contact, Emergency Contact Phone, Medical Info, Joined',
      ),
    ).toEqual([
      null,
      'firstname',
      'lastname',
      null,
      'dob',
      'status',
      'level_at',
      'groups',
      'guardian_name',
      'guardian_email',
      'phones',
      'phones',
      'guardian_2_name',
      'phones',
      'medical',
      null,
    ])
    expect(
      guess('Attendee First Name, Attendee Last Name, Customer Name, Customer Email, Class Name, Instructor'),
    ).toEqual(['firstname', 'lastname', 'guardian_name', 'guardian_email', 'groups', null])
    expect(
      guess('Swimmer, D.O.B., Parent 1 First Name, Parent 1 Surname, Parent 1 Mobile, Parent 2 Email, Allergies'),
    ).toEqual(['name', 'dob', 'guardian_firstname', 'guardian_lastname', 'phones', 'guardian_2_email', 'medical'])
    expect(
      guess(
        'Parent/Carer 1 Name, Parent/Carer 1 Tel, Contact 3, Contact 3 E-mail, Contact 3 Mobile No., Guardian 4 Surname',
      ),
    ).toEqual(['guardian_name', 'phones', 'guardian_3_name', 'guardian_3_email', 'phones', 'guardian_4_lastname'])
    expect(guess('Booker Name, Booker Email, Booker Phone, Tel. No, Medical/Allergies')).toEqual([
      'guardian_name',
      'guardian_email',
      'phones',
      'phones',
      'medical',
    ])
    expect(
      guess(
        'Does your child have any medical conditions?, Allergies / dietary, Medical consent, GP surgery, Class/Group',
      ),
    ).toEqual(['medical', 'medical', null, null, 'groups'])
    expect(guess('Pupil, Award, Date Awarded, Assessed by')).toEqual([
      'name',
      'level_passed',
      'level_passed_on',
      'level_coach',
    ])
  })

  it('of real programs are known, and what is specific counts more than what is general', () => {
    const guess = (headings: string) => guessColumns(headings.split(' | '))
    // a family's name beside the child's, and an emergency contact with parts of a name beside a parent
    expect(
      guess(
        'Family Name | Student First Name | Student Last Name | Birth Date | Contact 1 First Name | Contact 1 Last Name | Contact 1 Email | Emergency Contact First Name | Emergency Contact Last Name | Emergency Contact Email | Health Concerns',
      ),
    ).toEqual([
      null,
      'firstname',
      'lastname',
      'dob',
      'guardian_firstname',
      'guardian_lastname',
      'guardian_email',
      'guardian_2_firstname',
      'guardian_2_lastname',
      'guardian_2_email',
      'medical',
    ])
    // the child's own address gives way to the parent's
    expect(guess('Legal Forename | Legal Surname | D.O.B | Email | Guardian 1 first name | Guardian 1 email')).toEqual([
      'firstname',
      'lastname',
      'dob',
      null,
      'guardian_firstname',
      'guardian_email',
    ])
    expect(guess('Email | Parent email | User email | Controlling user email')).toEqual([
      null,
      'guardian_email',
      null,
      null,
    ])
    expect(guess('Name | Vorname')).toEqual(['lastname', 'firstname'])
    expect(guess('Name | Surname')).toEqual(['firstname', 'lastname'])
    expect(guess('Name | First name | Surname')).toEqual(['name', 'firstname', 'lastname'])
    expect(guess('User email | Controlling user email')).toEqual([null, 'guardian_email'])
    expect(guess('Memb. First Name | Memb. Last Name | Squads | Swim group | Current badge')).toEqual([
      'firstname',
      'lastname',
      'groups',
      'groups',
      'level_at',
    ])
    // questions of a form, and explanations in brackets
    expect(
      guess(
        "Timestamp | Email Address | What is your child's full name? | What is your child's date of birth? | Parent / guardian full name | Contact number (mobile) | Which class would you like? | Previous swimming award (if any) | Photo consent",
      ),
    ).toEqual([null, 'guardian_email', 'name', 'dob', 'guardian_name', 'phones', 'groups', 'level_passed', null])
    expect(
      guess('Full Name (Last, First) | Birth date (YYYY-MM-DD) | Account Owner | Account Phone | Program'),
    ).toEqual(['name', 'dob', 'guardian_name', 'phones', 'groups'])
    // what is called a group counts more than a programme; an address of the child is no guardian's
    expect(
      guess('ASA Number | Swimmer | DOB | Programme | Child class | Swimmer email | Home Tel | Phone type'),
    ).toEqual(['ngo_id', 'name', 'dob', null, 'groups', null, 'phones', null])
    expect(guess('Name | DOB of parent | Parent phone consent | Emergency number | Rhiant/Gwarcheidwad')).toEqual([
      'name',
      null,
      null,
      'phones',
      'guardian_name',
    ])
  })

  it('that are titles of levels hold whether they are passed; of two schemes, the one of which more are named', () => {
    const levels = ['swim', 'dive'].flatMap((slug) =>
      ['Stage 1', 'Stage 2', ...(slug === 'swim' ? ['Stage 3'] : [])].map((title) => ({
        key: `${slug}/${title.toLowerCase().replace(' ', '-')}`,
        titles: [title],
        scheme: slug,
      })),
    )
    expect(guessColumns(['Name', 'Stage 1', 'STAGE-2 (date passed)', 'Stage 3'], {}, levels)).toEqual([
      'name',
      'passed:swim/stage-1',
      'passed:swim/stage-2',
      'passed:swim/stage-3',
    ])
    expect(guessColumns(['Name', 'dive stage 2'], {}, levels)).toEqual(['name', 'passed:dive/stage-2'])
    expect(guessColumns(['Name', 'Stage 1', 'Stage 2'], {}, levels)).toEqual(['name', null, null])
    expect(guessColumns(['Name', 'dive/stage-1'], {}, levels)).toEqual(['name', 'passed:dive/stage-1'])
  })

  it('that are titles of skills hold whether they are passed; somebody is asked about a title of several', () => {
    const place = (key: string, ...titles: string[]) => ({ key: `swim${key}`, titles, scheme: 'Swim' })
    const places = [
      place('/1', 'Stage 1'),
      place('/1/float', 'Float', 'Stage 1 Float'),
      place('/1/glide', 'Glide', 'Stage 1 Glide'),
      place('/2', 'Glide'),
      place('/2/float', 'Float', 'Stage 2 Float'),
      place('/2/turn', 'Turn', 'Stage 2 Turn'),
    ]
    const header = ['Name', 'Stage 2: Float', 'turn - passed on', 'FLOAT', 'Glide', 'swim/1/glide']
    const columns = guessColumns(header, {}, places)
    expect(columns).toEqual(['name', 'passed:swim/2/float', 'passed:swim/2/turn', null, null, 'passed:swim/1/glide'])
    expect(askedColumns(header, columns, places)).toEqual([
      { column: 3, fields: ['passed:swim/1/float', 'passed:swim/2/float'] },
      { column: 4, fields: ['passed:swim/1/glide', 'passed:swim/2'] },
    ])
    const chosen = columns.with(3, 'passed:swim/1/float').with(4, 'passed:swim/2')
    expect(askedColumns(header, chosen, places)).toEqual([])
  })

  it('that are needed and missing are named', () => {
    expect(missingFields(['lastname', null])).toEqual(['firstname', 'dob'])
    expect(missingFields(['firstname', 'lastname', 'dob_month_first'])).toEqual([])
  })
})

describe('a row', () => {
  it('becomes a member; the date of birth is written year first or day first', () => {
    for (const day of ['2017-05-06', '06/05/2017', '6.5.2017'])
      expect(read(' Siân ', "O'Connor", day, 'Ffion', "O'Connor", 'ffion@example.com')).toMatchObject({
        problems: [],
        member: {
          firstname: 'Siân',
          lastname: "O'Connor",
          dob: '2017-05-06',
          ngo_id: null,
          member_type: null,
          category: null,
          status: 'active',
          tags: [],
          guardians: [
            { guardian_firstname: 'Ffion', guardian_lastname: "O'Connor", guardian_email: 'ffion@example.com' },
          ],
        },
      })
  })

  it('may have no guardian, and a guardian of whom only an e-mail address or one name is known', () => {
    expect(problems('Noah', 'Evans', '2018-02-03')).toEqual([])
    expect(read('Noah', 'Evans', '2018-02-03', '', '', 'lowri@example.com')).toMatchObject({
      problems: [],
      member: { guardians: [{ guardian_firstname: '', guardian_lastname: '', guardian_email: 'lowri@example.com' }] },
    })
    expect(read('Noah', 'Evans', '2018-02-03', 'Nana', '', '')).toMatchObject({
      problems: [],
      member: { guardians: [{ guardian_firstname: 'Nana', guardian_lastname: '', guardian_email: null }] },
    })
  })

  it('has whole names in one column, unless a column of its own says otherwise', () => {
    const names = guessColumns(["Child's name", 'DOB', 'Parent/Guardian', 'guardian_2_name', 'E-mail'])
    expect(names).toEqual(['name', 'dob', 'guardian_name', 'guardian_2_name', 'guardian_email'])
    expect(missingFields(names)).toEqual([])
    const row = readRow(["O'Connor, Siân", '2017-05-06', 'Ffion Haf Rees', 'Huw', 'f@example.com'], names, rules)
    expect(row).toMatchObject({
      member: {
        firstname: 'Siân',
        lastname: "O'Connor",
        guardians: [
          { guardian_firstname: 'Ffion Haf', guardian_lastname: 'Rees', guardian_email: 'f@example.com' },
          { guardian_firstname: 'Huw', guardian_lastname: '' },
        ],
      },
      problems: [],
    })
    const both = readRow(['Ann', 'Ann Marie Lee', '2017-05-06'], ['firstname', 'name', 'dob'], rules)
    expect(both).toMatchObject({ member: { firstname: 'Ann', lastname: 'Lee' }, problems: [] })
  })

  it('keeps in the note what stands in brackets beside a name, and whose a guardian’s number is', () => {
    const fields = ['name', 'dob', 'guardian_name', 'note']
    const { member, problems } = readRow(
      ['SMITH, Anna (Annie)', '2016-01-02', 'Jo Smith (mum) <jo@x.example>; Al Smith 07700 900600', 'shy'],
      fields,
      rules,
    )
    expect(problems).toEqual([])
    expect(member).toMatchObject({
      firstname: 'Anna',
      lastname: 'SMITH',
      phones: ['07700 900600'],
      note: 'SMITH, Anna (Annie)\nAl Smith 07700 900600\nshy',
      guardians: [
        { guardian_firstname: 'Jo', guardian_lastname: 'Smith', guardian_email: 'jo@x.example' },
        { guardian_firstname: 'Al', guardian_lastname: 'Smith', guardian_email: null },
      ],
    })
    const ofAddress = (cell: string) =>
      readRow(['Ann Lee', '2016-01-02', cell], ['name', 'dob', 'guardian_email'], rules).member.guardians
    expect(ofAddress('Jo Lee <jo@x.example>')).toEqual([
      { guardian_firstname: 'Jo', guardian_lastname: 'Lee', guardian_email: 'jo@x.example' },
    ])
    expect(ofAddress('mailto:jo@x.example')).toMatchObject([{ guardian_email: 'jo@x.example' }])
  })

  it('whose day and month cannot be told apart says so, until the column shows it or somebody has chosen', () => {
    const readDob = (column: string, rows: string[][]) =>
      rows.map((cells) => {
        const names = ['firstname', 'lastname', column]
        const dateOrder = dateOrderOf(rows, names, rules.today)
        const { member, problems: found } = readRow(cells, names, { ...rules, dateOrder })
        return found[0]?.problem ?? member.dob
      })
    const unclear = [
      ['Noah', 'Evans', '03/04/2013'],
      ['Siân', 'Evans', '3 Apr 2013'],
    ]
    expect(readDob('dob', unclear)).toEqual(['unclear-date', '2013-04-03'])
    expect(readDob('dob_month_first', unclear)).toEqual(['2013-03-04', '2013-04-03'])
    expect(readDob('dob_day_first', unclear)).toEqual(['2013-04-03', '2013-04-03'])
    expect(readDob('dob', [...unclear, ['Beca', 'Evans', '04/23/2013']])).toEqual([
      '2013-03-04',
      '2013-04-03',
      '2013-04-23',
    ])
  })

  it('has a birthday in three columns, whose order says that of other dates', () => {
    const parts = ['name', 'dob_month', 'dob_day', 'dob_year', 'level_passed_on']
    const born = (...cells: string[]) => readRow(['Ada Lowe', ...cells], parts, rules)
    expect(born('4', '3', '2016').member.dob).toBe('2016-04-03')
    expect(born('April', '3rd', '16').member.dob).toBe('2016-04-03')
    expect(born('31', '4', '2016').problems).toEqual([{ field: 'dob', problem: 'not-a-date' }])
    expect(born('', '4', '2016').problems).toEqual([{ field: 'dob', problem: 'not-a-date' }])
    expect(born('', '', '').problems).toEqual([{ field: 'dob', problem: 'required' }])
    expect(dateOrderOf([['Ada Lowe', '4', '3', '2016', '03/04/2026']], parts, rules.today)).toBe('month-first')
  })

  it('names each wrong cell', () => {
    expect(problems('Beca 2', '', '31/02/2017', 'Non', 'Williams', 'non.w@example')).toEqual([
      { field: 'firstname', problem: 'letters' },
      { field: 'lastname', problem: 'required' },
      { field: 'dob', problem: 'not-a-date' },
      { field: 'guardian_email', problem: 'not-an-email' },
    ])
    const stray = readRow(['"Noah', '"A" Evans', '2018-02-03'], columns, rules, /* isStray */ true)
    expect(stray.problems).toEqual([
      { field: 'firstname', problem: 'stray-quote' },
      { field: 'firstname', problem: 'letters' },
      { field: 'lastname', problem: 'letters' },
    ])
    // where quotes are in pairs, a text may begin with one
    const note = [...columns, 'note']
    expect(readRow(['Noah', 'Evans', '2018-02-03', '', '', '', '"Shy'], note, rules)).toMatchObject({
      member: { note: '"Shy' },
      problems: [],
    })
    expect(problems('Noah', 'Evans', '2018-02-03', '', '', '', 'one more')).toEqual([
      { field: null, problem: 'too-many-cells' },
    ])
  })

  it('has only known categories, statuses and member types', () => {
    const chosen = readRow(
      ['Noah', 'Evans', '2018-02-03', 'Pre School', 'lapsed', 'Gold'],
      ['firstname', 'lastname', 'dob', 'category', 'status', 'member_type'],
      { ...rules, memberTypes: ['Junior'] },
    )
    expect(chosen.member.category).toBe('pre-school')
    expect(chosen.problems).toEqual([
      { field: 'status', problem: 'unknown-choice' },
      { field: 'member_type', problem: 'unknown-choice' },
    ])
  })
})

describe('cells below the titles of skills', () => {
  const scale = { pass: 3, best: 5, labels: [['N/A', 'Poor', 'Fair', 'Pass', 'Good', 'Excellent']] }
  const skills = new Map(['a', 'b', 'c'].map((key) => [key, scale]))
  const columns = ['name', 'dob', 'passed:a', 'passed:b', 'passed:c']
  const read = (cells: string, hasGrades = false) => {
    const row = ['Ada Lowe', '2016-01-02', ...cells.split(',')]
    const { levels, problems } = readRow(row, columns, { ...rules, dateOrder: 'day-first', skills, hasGrades })
    return problems.length > 0 ? problems : levels.skills.map(({ grade, on }) => [grade, on])
  }

  it('say yes, which is the highest grade, the word of a grade, or the day', () => {
    expect(read('Yes,✓,1')).toEqual([
      [5, null],
      [5, null],
      [5, null],
    ])
    expect(read('pass,GOOD,21/05/2025')).toEqual([
      [3, null],
      [4, null],
      [5, '2025-05-21'],
    ])
    expect(read('fair,n/a,0')).toEqual([])
    expect(read('nearly,4,')).toEqual([
      { field: 'passed:a', problem: 'not-a-grade' },
      { field: 'passed:b', problem: 'not-a-grade' },
    ])
  })

  it('in per cent say yes or no when it is all or nothing; a part is no level yet, and no known grade', () => {
    expect(read('100%,0%,100 %')).toEqual([
      [5, null],
      [5, null],
    ])
    expect(read('75%,,')).toEqual([{ field: 'passed:a', problem: 'not-a-grade' }])
    const ofLevels = ['name', 'dob', 'passed:a', 'passed:b', 'passed:c']
    const row = ['Ada Lowe', '2016-01-02', '100%', '62.5%', '0 %']
    const { levels, problems } = readRow(row, ofLevels, { ...rules, dateOrder: 'day-first' })
    expect([levels.single, problems]).toEqual([[{ key: 'a', on: null }], []])
  })

  it('are grades if any of the file is a number above 1', () => {
    const table = (cell: string) => [['Ada', '', '1', ' 0', cell]]
    expect(hasGradeNumbers(table('1'), columns, skills)).toBe(false)
    expect(hasGradeNumbers(table('4'), columns, skills)).toBe(true)
    expect(read('1,3,5', true)).toEqual([
      [3, null],
      [5, null],
    ])
    expect(read('6,,', true)).toEqual([{ field: 'passed:a', problem: 'not-a-grade' }])
  })
})

describe('the empty file that a club can fill', () => {
  it('has an example that is a right row', () => {
    const fields = TEMPLATE.map(({ field }) => field)
    const levels = new Set(['Stage 3'])
    const row = TEMPLATE.map(({ example }) => example)
    expect(readRow(row, fields, { ...rules, levels })).toMatchObject({
      problems: [],
      member: { phones: ['029 2087 4000'], medical: 'Asthma: brings an inhaler', tags: ['Red', 'Blue'] },
      levels: { passed: 'Stage 3', passedOn: '2026-05-12', at: null },
    })
  })
})

describe('a file of long cells', () => {
  it('is read in steps that grow with its length alone', () => {
    // squared, so many steps would be minutes for each of the many patterns
    const length = 400_000
    const cells = ['(', ' 1', 'a', 'x ', '1 '].map((text) => text.repeat(length / text.length))
    const fields = ['name', 'dob', 'guardian_name', 'level_passed', 'guardian_2_email']
    expect(guessColumns(cells)).toHaveLength(cells.length)
    const table = withLevelTitles([cells], fields)
    expect(readRow(table.rows[0] ?? [], table.columns, rules).problems).not.toEqual([])
  })
})
