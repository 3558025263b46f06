package encore.kernel.reports.data;

import java.time.LocalDate;
import java.util.List;

/**
 * The numbers of codes by SMS.
 *
 * @param sent the number that the gateway for SMS or the demo's mailbox took
 * @param failed the number that was not delivered
 */
public record SmsReport(long requested, long sent, long failed, List<Day> days) {

    public SmsReport {
        days = List.copyOf(days);
    }

    /** The numbers of one UTC day. A request counts on its day, and its outcome on its own. */
    public record Day(LocalDate date, long requested, long sent, long failed) {}
}
