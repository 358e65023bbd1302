-- The kinds of cards that a coupon is for become codes of their own instead of a text of numbers.
alter table t_coupon alter column card_types type smallint[]
  using case when card_types is null or card_types = '' then null else string_to_array(card_types, ',')::smallint[] end;
