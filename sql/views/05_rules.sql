-- The limits that findings are decided by, each here alone: queries call them, and scripts/analyse asks for them.
-- What one claim or one check alone decides by stands in its own query.

-- Of the time of an instruction of one engine over that of one of another, the least and the most: what two labs found,
-- either way round.
CREATE MACRO processor_times() AS [0.75, 1.33]::DOUBLE[];

-- By how much times of two engines' queries may differ on a real processor.
CREATE MACRO processor_margin() AS processor_times()[2];

-- By how much a model's throughput may differ from the measured, either way, before it is not used.
CREATE MACRO model_margin() AS 1.25;

-- By how much single runs must differ, in place of an interval: updates of libc and of a minor version, which
-- ought not to matter, moved single cells by up to 15 %.
CREATE MACRO single_run_margin() AS 1.15;

-- Student's t at 95 % for a mean of n values, 2 to 10; null for one, which has no interval.
CREATE MACRO student_t(n) AS [NULL, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262][n];

-- Between these, rates of two engines that are said to be alike are alike.
CREATE MACRO alike_margin() AS 1.25;

-- From this share on, all of a bandwidth, of a device's time or of a peak counts as used or kept.
CREATE MACRO full_share() AS 0.95;

-- Between these, a ratio is level.
CREATE MACRO level_range() AS [0.9, 1.1]::DOUBLE[];
CREATE MACRO is_level(low, high) AS low >= level_range()[1] AND high <= level_range()[2];

-- By so much may a run at steady state change between its halves, and may it leave behind.
CREATE MACRO steady_margin() AS 0.05;
