CREATE TABLE `contact_totals` (
	`is_group` integer PRIMARY KEY NOT NULL,
	`n` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `tickets_by_update`;--> statement-breakpoint
CREATE INDEX `tickets_found` ON `tickets` (`id`,`updated_at`,`status`,`queue_id`,`user_id`,`snoozed_until`,`is_silent`) WHERE id > 0;--> statement-breakpoint
CREATE INDEX `tickets_by_update` ON `tickets` (`updated_at`,`id`,`contact_id`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_answered` ON `ticket_trackings` (`first_answer_at`) WHERE first_answer_at is not null;--> statement-breakpoint
INSERT INTO contact_totals (is_group, n) SELECT 0, count(*) FROM contacts WHERE is_group = 0;
--> statement-breakpoint
INSERT INTO contact_totals (is_group, n) SELECT 1, count(*) FROM contacts WHERE is_group = 1;
--> statement-breakpoint
CREATE TRIGGER contact_totals_insert AFTER INSERT ON contacts BEGIN
  UPDATE contact_totals SET n = n + 1 WHERE is_group = new.is_group;
END;
--> statement-breakpoint
CREATE TRIGGER contact_totals_delete AFTER DELETE ON contacts BEGIN
  UPDATE contact_totals SET n = n - 1 WHERE is_group = old.is_group;
END;
--> statement-breakpoint
CREATE TRIGGER contact_totals_update AFTER UPDATE OF is_group ON contacts WHEN old.is_group <> new.is_group BEGIN
  UPDATE contact_totals SET n = n - 1 WHERE is_group = old.is_group;
  UPDATE contact_totals SET n = n + 1 WHERE is_group = new.is_group;
END;
