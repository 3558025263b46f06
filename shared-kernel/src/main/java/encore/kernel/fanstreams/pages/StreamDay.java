package encore.kernel.fanstreams.pages;

import java.time.LocalDate;

/**
 * The numbers of the records of a stream that arrived on one UTC day.
 *
 * @param authors the distinct authors of the approved ones
 * @param reach the sum of the largest numbers of followers of these authors
 */
public record StreamDay(LocalDate date, long total, long approvedTotal, long authors, long reach) {}
