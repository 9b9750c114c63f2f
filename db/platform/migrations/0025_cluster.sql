CREATE TABLE `company_owners` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`node_id` text NOT NULL,
	`epoch` integer NOT NULL,
	`revision` integer NOT NULL,
	FOREIGN KEY (`node_id`) REFERENCES `nodes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `company_owners_revision` ON `company_owners` (`revision`);--> statement-breakpoint
CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`beats` integer DEFAULT 0 NOT NULL,
	`is_leaving` integer DEFAULT false NOT NULL,
	`expelled_at` integer,
	`started_at` integer NOT NULL
);
