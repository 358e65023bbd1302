-- The same picture is kept once: a zip of pictures looks for it by its bytes (language.md 9).
create index t_upload_file_picture on t_upload_file (sha256) where usage = 2;
