ALTER TABLE `tickets` ADD `waiting_since` integer;--> statement-breakpoint
UPDATE `tickets` SET `waiting_since` = coalesce((
  SELECT `queued_at` FROM `ticket_trackings` WHERE `ticket_id` = `tickets`.`id` ORDER BY `id` DESC LIMIT 1
), `updated_at`) WHERE `status` = 'pending';--> statement-breakpoint
CREATE INDEX `tickets_waiting` ON `tickets` (`status`,`waiting_since`,`id`,`queue_id`,`user_id`);
