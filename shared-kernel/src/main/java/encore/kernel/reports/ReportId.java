package encore.kernel.reports;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A report; prints as {@code report.<account>.<uid>}. */
@StreamId.Kind("report")
public record ReportId(
        long account, @PublishedValue("report_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
