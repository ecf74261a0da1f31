-- The address of a stored picture that is shown until the video is played.
ALTER TABLE scheme_videos ADD COLUMN poster text;
