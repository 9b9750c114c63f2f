ALTER TABLE `company_owners` ADD `pinned_to` text REFERENCES nodes(id);--> statement-breakpoint
ALTER TABLE `company_owners` ADD `changed_at` integer;--> statement-breakpoint
ALTER TABLE `nodes` ADD `secrets_mark` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `nodes` ADD `version` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `nodes` ADD `processor` real;--> statement-breakpoint
ALTER TABLE `nodes` ADD `memory_bytes` integer;--> statement-breakpoint
ALTER TABLE `nodes` ADD `loop_delay_ms` real;