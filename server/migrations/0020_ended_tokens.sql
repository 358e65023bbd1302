-- A disabled or deleted account ends its API tokens for good; those that outlived theirs end here.
delete from t_api_token as t using t_admin_user as u
where u.user_id = t.user_id and (u.deleted or u.status <> 1);
