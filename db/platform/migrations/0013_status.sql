CREATE TABLE `status_alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`company_id` integer,
	`connection_id` integer,
	`about` text DEFAULT '' NOT NULL,
	`began_at` integer NOT NULL,
	`ended_at` integer,
	`news` text,
	`tries` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `status_alerts_open` ON `status_alerts` (`ended_at`,`kind`);--> statement-breakpoint
CREATE INDEX `status_alerts_company` ON `status_alerts` (`company_id`);--> statement-breakpoint
CREATE TABLE `status_samples` (
	`at` integer PRIMARY KEY NOT NULL,
	`loop_delay_ms` real NOT NULL,
	`memory_bytes` integer NOT NULL,
	`outbox_waiting` integer NOT NULL,
	`outbox_oldest_ms` integer NOT NULL,
	`sockets` integer NOT NULL,
	`connected` integer NOT NULL,
	`stored_ms` real,
	`sent_ms` real
);
