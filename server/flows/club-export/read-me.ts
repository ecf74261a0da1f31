interface Counts {
  members: number
  levels: number
  marks: number
  groups: number
  attendance: number
}

/** The text that says what is in an export, how it comes back, and what does not. */
export function readMe(club: string, today: string, counts: Counts): string {
  return `${club}: everything, as of ${today}

${counts.members} members, ${counts.levels} levels reached, ${counts.marks} marks, ${counts.groups} groups,
${counts.attendance} entries of attendance.

members.csv holds medical notes and telephone numbers. Keep these files as you keep those, and delete them when they
are no longer needed. The download stands in the log of the club, and in that of each child with medical notes.

All .csv files are UTF-8 with commas; days are written year first. A cell that a spreadsheet could run as a formula has
an apostrophe before it, which the importer takes away again. In the files of history a child is known by the first four
columns.

Import these in the club portal, in this order (Members, Import). A large club has several parts: members-2.csv and on.

schemes/*.json      The curricula in use. First, an author imports them in the scheme portal, in a new client under the
                    same names, so that the levels in levels.csv are found by the address in their headings.
members.csv         Names, birthdays, numbers, types, categories, status, telephone numbers, medical notes, notes,
                    ability groups, guardians, and the names of the groups in which they are today.
levels.csv          One column for each level: the day on which the child passed it, or "yes" where nobody knows the day.

These are for reading; the importer does not take them.

groups.csv          Groups with days, times, places and levels. The importer makes the groups that members.csv names,
                    without day and time; set these from here. Groups of one name become one.
group-coaches.csv   Who coaches which group.
group-members.csv   Who was in which group, from when to when. The importer enters children from the day of the import.
marks.csv           Every mark ever given. The importer takes the levels, not the marks of single skills: a coach goes
                    on from the level. "result" is what the grade was called on the scale of its day, "grade" its
                    number on that scale and "pass" the number from which marks passed; a table with one column for
                    each skill can hold the results, and the importer reads them as these grades. "elsewhere" marks
                    levels that were brought from another club.
registers.csv       Attendance, badges that were handed over, notes of coaches, and who moves on.
sessions.csv        Sessions that were cancelled, moved or covered.
terms.csv           Terms and holidays.
staff.csv           Administrators and coaches; no passwords. Invite them anew.

Not in here: linked parents' accounts (invite them anew, by the guardians' addresses), pictures and videos of curricula,
documents, lesson plans (each coach downloads the own ones under Account), certificates, mails and the log.
`
}
