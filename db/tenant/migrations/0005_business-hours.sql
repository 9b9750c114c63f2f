ALTER TABLE `ticket_trackings` ADD `is_ours` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `ticket_trackings` ADD `rate` integer;--> statement-breakpoint
ALTER TABLE `ticket_trackings` ADD `answer_seconds` integer;--> statement-breakpoint
ALTER TABLE `ticket_trackings` ADD `resolution_seconds` integer;--> statement-breakpoint
UPDATE `ticket_trackings` SET `rate` = (SELECT `rate` FROM `ratings` WHERE `tracking_id` = `ticket_trackings`.`id`) WHERE `rated` = 1;--> statement-breakpoint
CREATE INDEX `ticket_trackings_report` ON `ticket_trackings` (`queued_at`,`finished_at`,`started_at`,`rating_at`,`user_id`,`queue_id`,`connection_id`,`answer_seconds`,`resolution_seconds`,`rate`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_finished` ON `ticket_trackings` (`finished_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_arrived` ON `ticket_trackings` (`created_at`);
