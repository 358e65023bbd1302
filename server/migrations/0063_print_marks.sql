-- Where the QR code of a ticket leads to for its marks.
alter table t_print_template add column score_url varchar(255);

-- The ticket of 美术教育平台 leads to the marks (part 11), no longer to the check-in (part 1); on the house's own records
-- three tickets get the place for a seal (part 10) that all others have.
update t_print_template set parts = array_replace(parts, 1::smallint, 11::smallint)
where template_key = 'printMsjypt' and not parts @> array[11]::smallint[];

update t_print_template set parts = array_append(parts, 10::smallint)
where template_key in ('printChongQing', 'printMsjxzj', 'printMsjypt') and partners_id = 0
  and not parts @> array[10]::smallint[];
