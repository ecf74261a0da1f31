/** Functions that never return null. */
const NEVER_NULL = words(`
  concat count gen_random_uuid clock_timestamp now statement_timestamp transaction_timestamp random txid_current
  json_build_object jsonb_build_object json_build_array jsonb_build_array num_nulls num_nonnulls
  row_number rank dense_rank percent_rank cume_dist pg_current_xact_id pg_current_snapshot pg_backend_pid
`)

/** Functions that return null only when an argument is null. */
const NULL_ONLY_FOR_NULL = words(`
  abs age array_append array_cat array_prepend array_remove array_to_string btrim cardinality ceil ceiling char_length
  character_length convert_from convert_to date_trunc daterange decode div encode floor folded format hashtext
  hashtextextended initcap int4range int8range isempty json_array_length json_strip_nulls json_typeof jsonb_array_length
  jsonb_pretty jsonb_set jsonb_strip_nulls jsonb_typeof left length lower lpad ltrim make_date make_interval md5 mod
  octet_length overlay position power regexp_replace repeat replace reverse right round row_to_json rpad rtrim sha256
  sign split_part sqrt starts_with strpos substr timezone to_char to_date to_hex to_json to_jsonb to_number to_timestamp
  translate trunc tstzrange upper
`)

/** Those of them that take null as a value, such as an open end of a range. */
const NOT_STRICT = words(`
  array_append array_cat array_prepend array_remove array_to_string daterange format int4range int8range tstzrange
`)

/** Aggregates that are null only over no row, or over nulls alone. */
const AGGREGATES = words(`
  array_agg avg bit_and bit_or bool_and bool_or every json_agg json_object_agg jsonb_agg jsonb_object_agg max min
  string_agg sum
`)

/** Aggregates that take nulls as values, so that their result over some row is not null. */
const KEEP_NULLS = words('array_agg json_agg json_object_agg jsonb_agg jsonb_object_agg')

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Whether a function's result may be null: what is known of it by its name. An unknown function may return null. */
export function nullnessOf(name: string): 'never' | 'as-arguments' | 'aggregate' | 'keeping-aggregate' | 'unknown' {
  if (NEVER_NULL.has(name)) return 'never'
  if (NULL_ONLY_FOR_NULL.has(name)) return 'as-arguments'
  if (KEEP_NULLS.has(name)) return 'keeping-aggregate'
  return AGGREGATES.has(name) ? 'aggregate' : 'unknown'
}

export function isAggregate(name: string): boolean {
  return name === 'count' || AGGREGATES.has(name)
}

/** Whether a function is known to return null when an argument is null. */
export function isStrict(name: string): boolean {
  return NULL_ONLY_FOR_NULL.has(name) && !NOT_STRICT.has(name)
}
