CREATE TABLE `campaign_minutes` (
	`campaign_id` integer NOT NULL,
	`minute` integer NOT NULL,
	`sends` integer DEFAULT 0 NOT NULL,
	`replies` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`campaign_id`, `minute`),
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `campaign_totals` (
	`campaign_id` integer NOT NULL,
	`state` text NOT NULL,
	`n` integer NOT NULL,
	`requested` integer NOT NULL,
	`confirmed` integer NOT NULL,
	`replied` integer NOT NULL,
	`new_contacts` integer NOT NULL,
	PRIMARY KEY(`campaign_id`, `state`),
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `contact_list_totals` (
	`list_id` integer PRIMARY KEY NOT NULL,
	`items` integer NOT NULL,
	`unchecked` integer NOT NULL,
	`valid` integer NOT NULL,
	FOREIGN KEY (`list_id`) REFERENCES `contact_lists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `campaign_shippings_order` ON `campaign_shippings` (`campaign_id`,`id`);
--> statement-breakpoint
INSERT INTO contact_list_totals (list_id, items, unchecked, valid)
  SELECT list_id, count(*), sum(is_on_whatsapp IS NULL), count(*) FILTER (WHERE is_on_whatsapp = 1) FROM contact_list_items GROUP BY list_id;
--> statement-breakpoint
INSERT INTO campaign_totals (campaign_id, state, n, requested, confirmed, replied, new_contacts)
  SELECT campaign_id, state, count(*), count(confirmation_requested_at), count(confirmed_at), count(replied_at), sum(is_new_contact) FROM campaign_shippings GROUP BY campaign_id, state;
--> statement-breakpoint
INSERT INTO campaign_minutes (campaign_id, minute, sends, replies)
  SELECT campaign_id, minute, sum(sends), sum(replies) FROM (
    SELECT campaign_id, coalesce(confirmation_requested_at, delivered_at) / 60000 AS minute, 1 AS sends, 0 AS replies FROM campaign_shippings
    UNION ALL SELECT campaign_id, replied_at / 60000, 0, 1 FROM campaign_shippings)
  WHERE minute IS NOT NULL GROUP BY campaign_id, minute;
--> statement-breakpoint
CREATE TRIGGER contact_list_totals_insert AFTER INSERT ON contact_list_items BEGIN
  INSERT INTO contact_list_totals (list_id, items, unchecked, valid) SELECT new.list_id, 0, 0, 0
    WHERE NOT EXISTS (SELECT 1 FROM contact_list_totals WHERE list_id = new.list_id);
  UPDATE contact_list_totals SET items = items + 1, unchecked = unchecked + (new.is_on_whatsapp IS NULL), valid = valid + coalesce(new.is_on_whatsapp, 0) WHERE list_id = new.list_id;
END;
--> statement-breakpoint
CREATE TRIGGER contact_list_totals_delete AFTER DELETE ON contact_list_items BEGIN
  UPDATE contact_list_totals SET items = items - 1, unchecked = unchecked - (old.is_on_whatsapp IS NULL), valid = valid - coalesce(old.is_on_whatsapp, 0) WHERE list_id = old.list_id;
END;
--> statement-breakpoint
CREATE TRIGGER contact_list_totals_update AFTER UPDATE OF list_id, is_on_whatsapp ON contact_list_items BEGIN
  UPDATE contact_list_totals SET items = items - 1, unchecked = unchecked - (old.is_on_whatsapp IS NULL), valid = valid - coalesce(old.is_on_whatsapp, 0) WHERE list_id = old.list_id;
  INSERT INTO contact_list_totals (list_id, items, unchecked, valid) SELECT new.list_id, 0, 0, 0
    WHERE NOT EXISTS (SELECT 1 FROM contact_list_totals WHERE list_id = new.list_id);
  UPDATE contact_list_totals SET items = items + 1, unchecked = unchecked + (new.is_on_whatsapp IS NULL), valid = valid + coalesce(new.is_on_whatsapp, 0) WHERE list_id = new.list_id;
END;
--> statement-breakpoint
CREATE TRIGGER campaign_totals_insert AFTER INSERT ON campaign_shippings BEGIN
  INSERT INTO campaign_totals (campaign_id, state, n, requested, confirmed, replied, new_contacts) SELECT new.campaign_id, new.state, 0, 0, 0, 0, 0
    WHERE NOT EXISTS (SELECT 1 FROM campaign_totals WHERE campaign_id = new.campaign_id AND state = new.state);
  UPDATE campaign_totals SET n = n + 1, requested = requested + (new.confirmation_requested_at IS NOT NULL), confirmed = confirmed + (new.confirmed_at IS NOT NULL),
    replied = replied + (new.replied_at IS NOT NULL), new_contacts = new_contacts + new.is_new_contact WHERE campaign_id = new.campaign_id AND state = new.state;
END;
--> statement-breakpoint
CREATE TRIGGER campaign_totals_delete AFTER DELETE ON campaign_shippings BEGIN
  UPDATE campaign_totals SET n = n - 1, requested = requested - (old.confirmation_requested_at IS NOT NULL), confirmed = confirmed - (old.confirmed_at IS NOT NULL),
    replied = replied - (old.replied_at IS NOT NULL), new_contacts = new_contacts - old.is_new_contact WHERE campaign_id = old.campaign_id AND state = old.state;
END;
--> statement-breakpoint
CREATE TRIGGER campaign_totals_update AFTER UPDATE OF state, confirmation_requested_at, confirmed_at, replied_at, is_new_contact ON campaign_shippings BEGIN
  UPDATE campaign_totals SET n = n - 1, requested = requested - (old.confirmation_requested_at IS NOT NULL), confirmed = confirmed - (old.confirmed_at IS NOT NULL),
    replied = replied - (old.replied_at IS NOT NULL), new_contacts = new_contacts - old.is_new_contact WHERE campaign_id = old.campaign_id AND state = old.state;
  INSERT INTO campaign_totals (campaign_id, state, n, requested, confirmed, replied, new_contacts) SELECT new.campaign_id, new.state, 0, 0, 0, 0, 0
    WHERE NOT EXISTS (SELECT 1 FROM campaign_totals WHERE campaign_id = new.campaign_id AND state = new.state);
  UPDATE campaign_totals SET n = n + 1, requested = requested + (new.confirmation_requested_at IS NOT NULL), confirmed = confirmed + (new.confirmed_at IS NOT NULL),
    replied = replied + (new.replied_at IS NOT NULL), new_contacts = new_contacts + new.is_new_contact WHERE campaign_id = new.campaign_id AND state = new.state;
END;
--> statement-breakpoint
CREATE TRIGGER campaign_minutes_insert AFTER INSERT ON campaign_shippings WHEN coalesce(new.confirmation_requested_at, new.delivered_at, new.replied_at) IS NOT NULL BEGIN
  INSERT INTO campaign_minutes (campaign_id, minute) SELECT new.campaign_id, coalesce(new.confirmation_requested_at, new.delivered_at) / 60000 WHERE coalesce(new.confirmation_requested_at, new.delivered_at) / 60000 IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM campaign_minutes WHERE campaign_id = new.campaign_id AND minute = coalesce(new.confirmation_requested_at, new.delivered_at) / 60000);
  UPDATE campaign_minutes SET sends = sends + 1 WHERE campaign_id = new.campaign_id AND minute = coalesce(new.confirmation_requested_at, new.delivered_at) / 60000;
  INSERT INTO campaign_minutes (campaign_id, minute) SELECT new.campaign_id, new.replied_at / 60000 WHERE new.replied_at / 60000 IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM campaign_minutes WHERE campaign_id = new.campaign_id AND minute = new.replied_at / 60000);
  UPDATE campaign_minutes SET replies = replies + 1 WHERE campaign_id = new.campaign_id AND minute = new.replied_at / 60000;
END;
--> statement-breakpoint
CREATE TRIGGER campaign_minutes_delete AFTER DELETE ON campaign_shippings BEGIN
  UPDATE campaign_minutes SET sends = sends - 1 WHERE campaign_id = old.campaign_id AND minute = coalesce(old.confirmation_requested_at, old.delivered_at) / 60000;
  UPDATE campaign_minutes SET replies = replies - 1 WHERE campaign_id = old.campaign_id AND minute = old.replied_at / 60000;
END;
--> statement-breakpoint
CREATE TRIGGER campaign_minutes_update AFTER UPDATE OF confirmation_requested_at, delivered_at, replied_at ON campaign_shippings BEGIN
  UPDATE campaign_minutes SET sends = sends - 1 WHERE campaign_id = old.campaign_id AND minute = coalesce(old.confirmation_requested_at, old.delivered_at) / 60000;
  UPDATE campaign_minutes SET replies = replies - 1 WHERE campaign_id = old.campaign_id AND minute = old.replied_at / 60000;
  INSERT INTO campaign_minutes (campaign_id, minute) SELECT new.campaign_id, coalesce(new.confirmation_requested_at, new.delivered_at) / 60000 WHERE coalesce(new.confirmation_requested_at, new.delivered_at) / 60000 IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM campaign_minutes WHERE campaign_id = new.campaign_id AND minute = coalesce(new.confirmation_requested_at, new.delivered_at) / 60000);
  UPDATE campaign_minutes SET sends = sends + 1 WHERE campaign_id = new.campaign_id AND minute = coalesce(new.confirmation_requested_at, new.delivered_at) / 60000;
  INSERT INTO campaign_minutes (campaign_id, minute) SELECT new.campaign_id, new.replied_at / 60000 WHERE new.replied_at / 60000 IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM campaign_minutes WHERE campaign_id = new.campaign_id AND minute = new.replied_at / 60000);
  UPDATE campaign_minutes SET replies = replies + 1 WHERE campaign_id = new.campaign_id AND minute = new.replied_at / 60000;
END;
