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
                    same names, so that levels and skills are found by their addresses ("swim/stage-1/float").
members.csv         Names, birthdays, numbers, types, categories, status, telephone numbers, medical notes, notes,
                    ability groups, guardians, and the names of the groups in which they are today.
marks.csv           Every mark that ever counted, a row for each: the skill, the grade as a number, the number from which
                    marks passed on that day, the day, and the coach. A coach with an account at the club stays its
                    author, so invite coaches first; for other names the importer asks once. Grades, days and levels
                    become what they are here. A mark of a skill that no longer exists has no skill here, and the
                    importer passes over it. The last columns are for reading: the title, what the grade was called,
                    the group, and whether the mark had come from another club already.
levels.csv          One column for each level: the day on which the child passed it, or "yes" where nobody knows the day.
                    It is needed for levels that do not follow from marks, such as those of a curriculum that was
                    changed since; where it brings nothing, there is nothing to import.

What is brought counts as passed elsewhere: nobody gets a mail, no badge is to be handed out, and reports count only what
is passed afterwards. An import can be undone for 30 days.

These are for reading; the importer does not take them.

groups.csv          Groups with days, times, places and levels. The importer makes the groups that members.csv names,
                    without day and time; set these from here. Groups of one name become one.
group-coaches.csv   Who coaches which group.
group-members.csv   Who was in which group, from when to when. The importer enters children from the day of the import.
registers.csv       Attendance, badges that were handed over, notes of coaches, and who moves on.
sessions.csv        Sessions that were cancelled, moved or covered.
terms.csv           Terms and holidays.
staff.csv           Administrators and coaches; no passwords. Invite them anew.

Not in here: linked parents' accounts (invite them anew, by the guardians' addresses), pictures and videos of curricula,
documents, lesson plans (each coach downloads the own ones under Account), certificates, mails and the log.
`
}
