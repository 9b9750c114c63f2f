CREATE TABLE `idempotency_keys` (
	`holder` text NOT NULL,
	`key` text NOT NULL,
	`request` text NOT NULL,
	`status` integer,
	`reply` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`holder`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at`);