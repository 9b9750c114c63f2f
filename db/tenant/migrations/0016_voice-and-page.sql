ALTER TABLE `messages` ADD `media_waveform` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `media_thumbnail` text;