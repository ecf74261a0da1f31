/** SQL condition: nothing uses the file of the row `file`, and no newest published revision shows it. */
export const isUnused = (file: string) => `NOT EXISTS (SELECT FROM file_uses
    WHERE file_uses.client_id = ${file}.client_id AND file_uses.file_id = ${file}.id)
  AND NOT EXISTS (SELECT FROM published_files
    WHERE published_files.client_id = ${file}.client_id AND published_files.file_id = ${file}.id)`
