/**
 * SQL condition: nothing uses the file of the row `file`, no newest published revision shows it, and no open working copy
 * names it, which uses it only once it is released.
 */
export const isUnused = (file: string) => `NOT EXISTS (SELECT FROM file_uses
    WHERE file_uses.client_id = ${file}.client_id AND file_uses.file_id = ${file}.id)
  AND NOT EXISTS (SELECT FROM published_files
    WHERE published_files.client_id = ${file}.client_id AND published_files.file_id = ${file}.id)
  AND NOT EXISTS (SELECT FROM working_copies copy
    JOIN working_copy_edits batch ON batch.client_id = copy.client_id AND batch.copy_id = copy.id
    WHERE copy.client_id = ${file}.client_id AND copy.ended_at IS NULL
      AND position(${file}.id::text IN batch.edits::text) > 0)`
