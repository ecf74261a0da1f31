-- Policies compare with the setting itself and not with a sub-select: simpler plans, and a distributed engine refuses
-- sub-selects in a policy. Without a tenant the setting is null or '', and no row belongs to the client ''.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOR tenant_table IN SELECT polrelid::regclass::text FROM pg_policy WHERE polname = 'tenant' ORDER BY 1 LOOP
    EXECUTE format($policy$ALTER POLICY tenant ON %s
      USING (client_id = current_setting('app.client', true))
      WITH CHECK (client_id = current_setting('app.client', true))$policy$, tenant_table);
  END LOOP;
END $$;

ALTER POLICY shared ON published_schemes
  USING (withdrawn_at IS NULL AND current_setting('app.client', true) <> '');
ALTER POLICY shared ON subscriptions USING (owner_id = current_setting('app.client', true));
ALTER POLICY shared ON subscription_grants USING (subscriber_id = current_setting('app.client', true));
-- these two still look into other tables
ALTER POLICY shared ON published_revisions USING (EXISTS (
  SELECT FROM subscriptions s
  JOIN subscription_grants g ON g.client_id = s.owner_id AND g.scheme_id = s.owner_scheme_id AND g.subscriber_id = s.client_id
  WHERE s.client_id = current_setting('app.client', true)
    AND s.owner_id = published_revisions.client_id AND s.owner_scheme_id = published_revisions.scheme_id
    AND s.ended_at IS NULL AND g.approved));
ALTER POLICY shared ON published_files USING (EXISTS (
  SELECT FROM subscriptions s
  JOIN subscription_grants g ON g.client_id = s.owner_id AND g.scheme_id = s.owner_scheme_id AND g.subscriber_id = s.client_id
  WHERE s.client_id = current_setting('app.client', true)
    AND s.owner_id = published_files.client_id AND s.owner_scheme_id = published_files.scheme_id
    AND s.ended_at IS NULL AND g.approved));

ALTER POLICY drafts ON schemes
  USING (state <> 'draft' OR coalesce(nullif(current_setting('app.user_type', true), ''), 'ngo') = 'ngo');
ALTER POLICY drafts ON working_copies
  USING (coalesce(nullif(current_setting('app.user_type', true), ''), 'ngo') = 'ngo');
ALTER POLICY drafts ON working_copy_edits
  USING (coalesce(nullif(current_setting('app.user_type', true), ''), 'ngo') = 'ngo');
