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
an apostrophe before it, which is taken away again when the file is read. In the files of history a child is known by its
number (ngo_id), else by names and birthday; a group by its number in groups.csv; somebody with an account by e-mail address
or user name.

To take everything back, of this club or into another one: club portal, Club settings, "Import an archive", with this archive as
it is. It says first what it would do. What the club has stays as it is, so the same archive again changes nothing. Nobody
gets a mail. Curricula come first: an author imports schemes/*.json in the scheme portal, in a new client under the same
names, so that levels and skills are found by their addresses ("swim/stage-1/float"). An operator takes a whole client back
by one command.

logo.*              The club's own logo.
members.csv         Names, birthdays, numbers, types, categories, status, telephone numbers, medical notes, notes,
                    ability groups, guardians, and the names of the groups in which they are today.
marks.csv           Every mark that ever counted, a row for each: the skill, the grade as a number, the number from which
                    marks passed on that day, the day, and the coach. Grades, days and levels become what they are here. A
                    mark of a skill that no longer exists has no skill here, and is passed over. The last columns are the
                    title and what the grade was called, for reading, the group in which the mark was given, and whether
                    it comes from another club.
levels.csv          One column for each level: the day on which the child passed it, or "yes" where nobody knows the day.
                    It is needed for levels that do not follow from marks, such as those of a curriculum that was
                    changed since; where it brings nothing, there is nothing to take.
groups.csv          Groups with days, times, places and levels.
group-coaches.csv   Who coached which group, from when to when.
group-members.csv   Who was in which group, from when to when.
guests.csv          Children who came without being on a list, until the office decides, and who entered them.
guest-marks.csv     Their marks, as in marks.csv; a guest is known by its id.
registers.csv       Attendance, badges that were handed over, notes of coaches, their words to families, and who moves on.
sessions.csv        Sessions that were cancelled, moved or covered.
terms.csv           Terms and holidays.
lesson-plans.csv    The lesson plans on groups of the club; coaches download their other ones under Account.
lesson-plan-shares.csv, lesson-plan-groups.csv
                    Which other coaches of the club may read them, and on which groups they are.
staff.csv           Administrators and coaches, also those who left; no passwords. They come back as invited.
parents.csv         Parents' accounts and their children; no passwords. They come back as invited.

With the archive, marks that this club gave count as given where it is imported: awards and badges are as they were. Marks
from elsewhere, and levels that do not follow from marks, count as passed elsewhere.

members.csv, marks.csv and levels.csv can also be imported one by one (Members, Import), as files of other programs are; a
large club has several parts: members-2.csv and on. What is brought so counts as passed elsewhere: no badge is to be handed
out, and reports count only what is passed afterwards.

Not in here: what belongs to the organisation and not to the club, such as pictures and videos of curricula, documents and
notifications; certificates, which are printed from the levels; mails and the log.
`
}
