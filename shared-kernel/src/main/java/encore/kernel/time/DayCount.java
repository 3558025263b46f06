package encore.kernel.time;

import java.time.LocalDate;

/** A number of things that happened on a UTC day. */
public record DayCount(LocalDate date, long count) {}
