CREATE TABLE `resting_companies` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`due_at` integer,
	`works_at_start` integer NOT NULL,
	`looked_for` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
