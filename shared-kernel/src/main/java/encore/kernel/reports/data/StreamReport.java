package encore.kernel.reports.data;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.fanstreams.pages.StreamSummary;
import java.time.LocalDate;
import java.util.List;

/** The summary of a stream on some days, with its words, hashtags and labels, and its numbers of each day. */
public record StreamReport(@JsonUnwrapped StreamSummary summary, List<Day> days) {

    public StreamReport {
        days = List.copyOf(days);
    }

    /** The numbers of one UTC day. */
    public record Day(LocalDate date, long total, long approvedTotal, long authors, long reach) {}
}
