import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportValues as Values, MemberImport } from '#contract/flows/member-imports.ts'
import { chosenOrder, GROUPS_COLUMN, holdsSame } from '#domain/members/import-columns.ts'
import { ZERO_FIELDS } from '#domain/members/lost-zeros.ts'
import { COMMA, GROUP_COMMAS, NEW_GROUP, type Choices } from '#domain/members/import-values.ts'
import { useAct } from '#web/desk/use-act.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useImportValues, useImportWrites } from './import-data.ts'
import { useFieldWords } from './import-words.ts'
import { useSaveWhenLeft } from './use-save-when-left.ts'

type Field = Values[number]

/** The value of the choice that leaves a cell empty, which the API writes as an empty text. */
const EMPTY = '-'

/** What the texts of a column mean, once for all rows, and which of two numbers of a date is the day. */
export function ImportValues({ memberImport, onDone }: { memberImport: MemberImport; onDone: () => void }) {
  const { t } = useTranslation()
  const { change } = useImportWrites()
  const { busy, act } = useAct()
  const fields = useImportValues(memberImport).data
  const [columns, setColumns] = useState(memberImport.columns)
  // what was said before is in what the server says a text means: a group that had to be created may be there now
  const [choices, setChoices] = useState<Choices>({})
  const asked = Object.entries(choices)
    .filter(([name]) => fields?.some(({ field }) => field === name))
    .map(([name, chosen]) => [name, { ...memberImport.choices[name], ...chosen }] as const)
  const patch = { columns, choices: Object.fromEntries(asked) }
  const isSaved = asked.length === 0 && columns.join() === memberImport.columns.join()
  useSaveWhenLeft(busy || isSaved ? null : () => change(memberImport.id, patch))
  const birthdays = columns.findIndex((field) => field !== null && holdsSame(field, 'dob'))
  const asksOrder = memberImport.unclear_dates || chosenOrder(columns) !== null
  const isUnclear = memberImport.unclear_dates && chosenOrder(columns) === null
  const meaning = ({ field, texts }: Field, key: string) =>
    choices[field]?.[key] ?? texts.find((text) => text.key === key)?.means ?? null
  const choose = ({ field }: Field, chosen: Readonly<Record<string, string>>) =>
    setChoices({ ...choices, [field]: { ...choices[field], ...chosen } })
  const questions = (fields ?? []).filter(isQuestion)
  // which groups there are is known once the answer about commas has been saved
  const commas = questions.find(({ field }) => field === GROUP_COMMAS)
  const saved = commas?.texts[0]?.means
  const areGroupsKnown = commas === undefined || (saved !== null && saved === meaning(commas, COMMA))
  const otherFields = (fields ?? []).filter(
    (field) => !isQuestion(field) && (areGroupsKnown || field.field !== GROUPS_COLUMN),
  )
  const isUnanswered = questions.some((field) => meaning(field, keyOf(field)) === null)
  const open = otherFields.reduce(
    (sum, field) => sum + field.texts.filter(({ key }) => meaning(field, key) === null).length,
    0,
  )
  if (!fields)
    return (
      <div className="in" aria-busy>
        <Skeleton height="20rem" />
      </div>
    )
  return (
    <>
      <div className="scroll grow in values">
        {asksOrder ? (
          <DateQuestion
            columns={columns}
            onChoose={(field) => setColumns(columns.map((each, index) => (index === birthdays ? field : each)))}
          />
        ) : null}
        {questions.map((field) => (
          <FileQuestion
            key={field.field}
            field={field}
            answer={meaning(field, keyOf(field))}
            onChoose={(answer) => {
              choose(field, { [keyOf(field)]: answer })
              // which groups there are depends on it
              if (field.field === GROUP_COMMAS)
                void act(() => change(memberImport.id, { choices: { [GROUP_COMMAS]: { [COMMA]: answer } } }))
            }}
          />
        ))}
        {otherFields.map((field) => (
          <FieldValues
            key={field.field}
            field={field}
            meaningOf={(key) => meaning(field, key)}
            onChoose={(chosen) => choose(field, chosen)}
          />
        ))}
        {fields.length === 0 && !asksOrder ? <p>{t('club.import.noValues')}</p> : null}
      </div>
      <footer className="import-foot">
        <p className="grow" aria-live="polite">
          {isUnclear ? (
            <b>{t('club.import.orderMissing')}</b>
          ) : isUnanswered ? (
            <b>{t('club.import.questionOpen')}</b>
          ) : open > 0 ? (
            <b>{t('club.import.valuesOpen', { count: open })}</b>
          ) : (
            <span className="dim">{t('club.import.valuesClear')}</span>
          )}
        </p>
        <Button
          kind="main"
          disabled={busy || isUnclear || isUnanswered || !areGroupsKnown}
          onClick={() =>
            void act(async () => {
              await change(memberImport.id, patch)
              setChoices({})
              onDone()
            })
          }
        >
          {t('club.import.check')}
        </Button>
      </footer>
    </>
  )
}

interface FieldValuesProps {
  field: Field
  meaningOf: (key: string) => string | null
  /** Gets the value of each text, by its key. */
  onChoose: (chosen: Readonly<Record<string, string>>) => void
}

function FieldValues({ field: { field, texts, options }, meaningOf, onChoose }: FieldValuesProps) {
  const { t } = useTranslation()
  const fieldWords = useFieldWords()
  const wordsOf = ({ value, words }: Field['options'][number]) =>
    words ??
    (value === NEW_GROUP
      ? t('club.import.newGroup')
      : field === 'member_type'
        ? value
        : t(`club.${field === 'category' ? 'category' : 'import.value'}.${value}`))
  const schemes = [...new Set(options.map(({ scheme }) => scheme))]
  const newGroups = texts.filter(({ key }) => meaningOf(key) === NEW_GROUP)
  const openTexts = texts.filter(({ key }) => meaningOf(key) === null)
  return (
    <section>
      <h2>{fieldWords(field)}</h2>
      {field === GROUPS_COLUMN ? (
        <div className="new-groups">
          {newGroups.length === 0 ? null : (
            <p aria-live="polite">
              <b>{t('club.import.newGroups', { count: newGroups.length })}</b>{' '}
              <span className="dim">{t('club.import.newGroupsHint')}</span>
            </p>
          )}
          {openTexts.length === 0 ? null : (
            <Button onClick={() => onChoose(Object.fromEntries(openTexts.map(({ key }) => [key, NEW_GROUP])))}>
              {t('club.import.createGroups', { count: openTexts.length })}
            </Button>
          )}
        </div>
      ) : null}
      <table className="table still values-table" aria-label={fieldWords(field)}>
        <thead>
          <tr>
            <th>{t('club.import.inFile')}</th>
            <th>{t('club.import.means')}</th>
            <th className="r">{t('club.import.rowsWith')}</th>
          </tr>
        </thead>
        <tbody>
          {texts.map(({ key, text, count }) => {
            const means = meaningOf(key)
            return (
              <tr key={key}>
                <td className="name">{text}</td>
                <td>
                  <Select
                    aria-label={t('club.import.meansOf', { text, field: fieldWords(field) })}
                    aria-invalid={means === null ? true : undefined}
                    value={means === null ? '' : means === '' ? EMPTY : means}
                    onChange={(event) => onChoose({ [key]: event.target.value === EMPTY ? '' : event.target.value })}
                  >
                    {means === null ? <option value="">{t('club.import.orderChoose')}</option> : null}
                    {schemes.map((scheme) => {
                      const ofScheme = options
                        .filter((option) => option.scheme === scheme)
                        .map((option) => (
                          <option key={option.value} value={option.value}>
                            {wordsOf(option)}
                          </option>
                        ))
                      return scheme === null ? (
                        ofScheme
                      ) : (
                        <optgroup key={scheme} label={scheme}>
                          {ofScheme}
                        </optgroup>
                      )
                    })}
                    <option value={EMPTY}>{t('club.import.meansNothing')}</option>
                  </Select>
                </td>
                <td className="r num dim">{t('club.import.number', { count })}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** Whether something is asked about all texts of a field together: whether numbers have lost zeros, and what commas mean. */
const isQuestion = ({ field }: Field) => QUESTIONS.some((each) => each === field)
const QUESTIONS = [...ZERO_FIELDS, GROUP_COMMAS]
/** The key of the answer among the choices of the field. */
const keyOf = ({ texts: [only] }: Field) => only?.key ?? ''

interface FileQuestionProps {
  field: Field
  /** What was chosen; null = nothing yet. */
  answer: string | null
  onChoose: (answer: string) => void
}

/** Asks something once for the whole file that nothing in it shows for certain. */
function FileQuestion({ field: { field, texts, options }, answer, onChoose }: FileQuestionProps) {
  const { t } = useTranslation()
  const [{ text, count } = { text: '', count: 0 }] = texts
  const kind = field === GROUP_COMMAS ? 'commas' : 'zeros'
  return (
    <Alert kind="begun">
      <label className="date-question">
        <b>{t(`club.import.question.${field}`, { text, count })}</b>
        <Select
          value={answer === null ? '' : answer === '' ? EMPTY : answer}
          onChange={({ target: { value } }) => onChoose(value === EMPTY ? '' : value)}
        >
          {answer === null ? <option value="">{t('club.import.orderChoose')}</option> : null}
          {options.map(({ value }) => (
            <option key={value} value={value}>
              {t(`club.import.yes.${kind}`)}
            </option>
          ))}
          <option value={EMPTY}>{t(`club.import.not.${kind}`)}</option>
        </Select>
      </label>
    </Alert>
  )
}

interface DateQuestionProps {
  columns: readonly (string | null)[]
  onChoose: (field: string) => void
}

/** Asks once for the whole file what a date such as 03/04/2013 means. */
function DateQuestion({ columns, onChoose }: DateQuestionProps) {
  const { t } = useTranslation()
  const order = chosenOrder(columns)
  return (
    <Alert kind="begun">
      <label className="date-question">
        <b>{t('club.import.dateOrder')}</b>
        <Select
          value={order?.replace('-first', '') ?? ''}
          onChange={(event) => onChoose(event.target.value === '' ? 'dob' : `dob_${event.target.value}_first`)}
        >
          <option value="">{t('club.import.orderChoose')}</option>
          <option value="day">{t('club.import.first.day')}</option>
          <option value="month">{t('club.import.first.month')}</option>
        </Select>
      </label>
    </Alert>
  )
}
