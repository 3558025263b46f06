package encore.kernel.reports;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A report; prints as {@code report.<account>.<uid>}. */
public record ReportId(
        long account, @PublishedValue("report_uid") String uid) implements StreamId {

    @JsonCreator
    public static ReportId parse(String text) {
        String[] parts = StreamNames.split(text, "report", 3);
        return new ReportId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "report." + account + "." + uid;
    }
}
