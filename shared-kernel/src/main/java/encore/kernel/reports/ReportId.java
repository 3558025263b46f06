package encore.kernel.reports;

import encore.kernel.StreamId;
import encore.kernel.told.ToldValue;

/** A report; prints as {@code report.<account>.<uid>}. */
@StreamId.Kind("report")
public record ReportId(
        long account, @ToldValue("report_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
