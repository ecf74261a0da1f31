import { describe, expect, test } from 'vitest'
import { guessColumns } from '#domain/members/guess-columns.ts'
import { dateOrderOf, readRow } from '#domain/members/member-import.ts'
import { readMemberFile } from './read-file.ts'

/** The children of a file as an import of a club without levels reads them, with the problems of each. */
async function childrenOf(...lines: string[]) {
  const { header, rows } = await readMemberFile(Buffer.from(lines.join('\n')))
  const columns = guessColumns(header)
  const today = '2026-11-27'
  const table = rows.map(({ cells }) => cells)
  const rules = {
    today,
    dateOrder: dateOrderOf(table, columns, today),
    memberTypes: [],
    levels: new Set<string>(),
    skills: new Map(),
    hasGrades: false,
    placeOf: () => null,
    coaches: new Set<string>(),
    zeros: { phones: false, numberDigits: 0 },
    groupsByComma: false,
  }
  return rows.map(({ cells, isStray }) => {
    const { member, groups, problems } = readRow(cells, columns, rules, isStray)
    const { firstname, lastname, dob, ngo_id: number, phones, medical } = member
    return { firstname, lastname, dob, number, phones, medical, groups, problems }
  })
}

describe('files as other programs write them', () => {
  test('keep zeros as ="007", which is no part of the number', async () => {
    expect(
      await childrenOf(
        'Member No,First name,Last name,DOB',
        '="000123",Ann,Jones,03/04/2013',
        '"=""007""",Bo,Lee,25/12/2014',
      ),
    ).toMatchObject([{ number: '000123' }, { number: '007' }])
  })

  test('have semicolons between cells, commas in numbers, and a line that says so', async () => {
    const children = await childrenOf('sep=;', 'Name;Fee;DOB', 'Ann Lee;12,50;3 Apr 2013', 'Bo Kay;7,00;4 Apr 2013')
    expect(children).toMatchObject([
      { firstname: 'Ann', dob: '2013-04-03', problems: [] },
      { firstname: 'Bo', dob: '2013-04-04', problems: [] },
    ])
  })

  test('end the lines of a note as Windows does', async () => {
    expect(await childrenOf('Name,DOB,Medical', 'Ann Lee,3 Apr 2013,"Asthma\r\nEczema"')).toMatchObject([
      { medical: 'Asthma\nEczema' },
    ])
  })

  test('have a line below the headings, and bars at both ends of lines', async () => {
    expect(
      await childrenOf('| Name | DOB | Class |', '|------|-----|:---:|', '| Ann Lee | 3 Apr 2013 | A |'),
    ).toMatchObject([{ firstname: 'Ann', lastname: 'Lee', dob: '2013-04-03', groups: ['A'], problems: [] }])
  })

  test('have several classes of one name, which day and time tell apart', async () => {
    const children = await childrenOf(
      'Name,DOB,Class Name,Class Day,Class Time',
      'Ann Lee,3 Apr 2013,Starfish,Mon,4:00 PM',
      'Bo Kay,4 Apr 2013,Starfish,Tue,4:00 PM',
      'Cy Orr,5 Apr 2013,Seals,Tue,5:00 PM',
    )
    expect(children.map(({ groups }) => groups)).toEqual([
      ['Starfish Mon 4:00 PM'],
      ['Starfish Tue 4:00 PM'],
      ['Seals'],
    ])
  })

  test('have classes side by side, of which each is a table with the same headings', async () => {
    const lines = [
      'Tadpoles,,,,,Frogs',
      'Name,DOB,Medical,,,Name,D.O.B.,Medical',
      'Ann Lee,3 Apr 2013,Asthma,,,Bo Kay,4 Apr 2013,',
      ',,,,,Cy Orr,5 Apr 2013,Nuts',
    ]
    const { reading, preview } = await readMemberFile(Buffer.from(lines.join('\n')))
    expect(reading).toMatchObject({ header_row: 2, side_by_side: 2, titles: 2 })
    // as the file has them
    expect(preview[2]?.cells).toHaveLength(8)
    expect(await childrenOf(...lines)).toMatchObject([
      { firstname: 'Ann', dob: '2013-04-03', medical: 'Asthma', groups: ['Tadpoles'], problems: [] },
      { firstname: 'Bo', dob: '2013-04-04', groups: ['Frogs'], problems: [] },
      { firstname: 'Cy', dob: '2013-04-05', medical: 'Nuts', groups: ['Frogs'], problems: [] },
    ])
  })

  test('have classes side by side, of which only the second one has a title', async () => {
    expect(await childrenOf(',,,Frogs', 'Name,DOB,,Name,DOB', 'Ann Lee,3 Apr 2013,,Bo Kay,4 Apr 2013')).toMatchObject([
      { firstname: 'Ann', dob: '2013-04-03', problems: [] },
      { firstname: 'Bo', dob: '2013-04-04', groups: ['Frogs'], problems: [] },
    ])
  })

  test('have cells beside the table, which are columns without a heading', async () => {
    const { header, rows } = await readMemberFile(
      Buffer.from(['Name,DOB', 'Ann Lee,3 Apr 2013,,Waiting list', 'Bo Kay,4 Apr 2013,,Di Fox'].join('\n')),
    )
    expect(header).toEqual(['Name', 'DOB', '', ''])
    expect(rows[1]?.cells).toEqual(['Bo Kay', '4 Apr 2013', '', 'Di Fox'])
  })

  test('put each line into quotes as one cell', async () => {
    const children = await childrenOf('"First name,Last name,DOB"', '"Ann,Jones,03/04/2013"', '"Bob,Jones,25/12/2014"')
    expect(children).toMatchObject([
      { firstname: 'Ann', lastname: 'Jones', dob: '2013-04-03', problems: [] },
      { firstname: 'Bob', lastname: 'Jones', dob: '2014-12-25', problems: [] },
    ])
  })

  test('have spaces and signs between names that nobody sees; notes stay as they are', async () => {
    const [child] = await childrenOf(
      'First name,Last name,DOB,Medical',
      'Ann\u00a0Mary,Jones\u200b,2013-04-03\u00a0,a\u00a0b',
    )
    expect(child).toMatchObject({
      firstname: 'Ann Mary',
      lastname: 'Jones',
      dob: '2013-04-03',
      medical: 'a\u00a0b',
      problems: [],
    })
  })

  test('name both names in one heading, the last one first', async () => {
    expect(await childrenOf('"Surname, First",DOB', '"JONES, Ann",3 Apr 2013')).toMatchObject([
      { firstname: 'Ann', lastname: 'JONES', dob: '2013-04-03', problems: [] },
    ])
  })

  test.each([
    [
      'German',
      'Vorname;Nachname;Geburtsdatum;Telefonnummer;Kurs;Mitgliedsnummer;Allergien',
      'Lena;Müller;3. März 2013;0170/1234567;Seepferdchen;12;Nüsse',
      {
        firstname: 'Lena',
        lastname: 'Müller',
        dob: '2013-03-03',
        number: '12',
        medical: 'Nüsse',
        groups: ['Seepferdchen'],
      },
    ],
    [
      'French',
      'Prénom;Nom;Né(e) le;Téléphone;Groupe;Numéro d’adhérent;Allergies',
      'Chloé;Dupont;1er août 2013;06 12 34 56 78;Dauphins;7;arachides',
      {
        firstname: 'Chloé',
        lastname: 'Dupont',
        dob: '2013-08-01',
        number: '7',
        medical: 'arachides',
        groups: ['Dauphins'],
      },
    ],
    [
      'Dutch',
      'Voornaam;Achternaam;Geboortedatum;E-mailadres ouder;Groep;Lidnummer;Medische bijzonderheden',
      'Sanne;Visser;25-04-2013;ouder@x.example;Zeepaardjes;1007;Noten',
      {
        firstname: 'Sanne',
        lastname: 'Visser',
        dob: '2013-04-25',
        number: '1007',
        medical: 'Noten',
        groups: ['Zeepaardjes'],
      },
    ],
    [
      'Polish',
      'Imię;Nazwisko;Data urodzenia;Telefon rodzica;Imię i nazwisko rodzica;Grupa',
      'Zofia;Łukasik;25.04.2013;600 100 200;Anna Łukasik;Delfinki',
      { firstname: 'Zofia', lastname: 'Łukasik', dob: '2013-04-25', phones: ['600 100 200'], groups: ['Delfinki'] },
    ],
    [
      'Welsh with one name',
      'Enw’r plentyn;Dyddiad geni;Dosbarth;Ffôn y rhiant',
      'Siân Evans;3 Ebrill 2013;Penbyliaid;029 2087 4000',
      { firstname: 'Siân', lastname: 'Evans', dob: '2013-04-03', phones: ['029 2087 4000'], groups: ['Penbyliaid'] },
    ],
    [
      'Welsh',
      'Enw cyntaf;Cyfenw;Dyddiad geni;Cyflwr meddygol',
      'Siân;Evans;3 Mawrth 2013;Asthma',
      { firstname: 'Siân', lastname: 'Evans', dob: '2013-03-03', medical: 'Asthma', groups: [] },
    ],
  ])('may have headings and months in %s', async (_language, header, line, child) => {
    expect(await childrenOf(header, line)).toMatchObject([{ ...child, problems: [] }])
  })
})
