-- The address of a stored picture that stands for a video until it is played.
ALTER TABLE scheme_videos ADD COLUMN poster text;
