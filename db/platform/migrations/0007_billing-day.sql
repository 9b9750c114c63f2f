ALTER TABLE `companies` ADD `billing_day` integer;--> statement-breakpoint
UPDATE `companies` SET `billing_day` = (
  SELECT cast(substr(`due_day`, 9) AS integer) FROM `invoices`
  WHERE `company_id` = `companies`.`id` AND `kind` = 'period' AND `status` = 'paid' AND `paid_until` = `companies`.`due_date`
  ORDER BY `invoices`.`id` DESC LIMIT 1);
