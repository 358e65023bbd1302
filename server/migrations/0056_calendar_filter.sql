-- The exam calendar by year, province and exam type: counted from the index alone, where millions of rows were read before.
create index t_sch_exam_type_by_data_year_province_id_exam_type
  on t_sch_exam_type (data_year, province_id, exam_type) where not deleted;
