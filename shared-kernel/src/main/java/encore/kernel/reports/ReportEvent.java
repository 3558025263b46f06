package encore.kernel.reports;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.time.Instant;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a report. */
public sealed interface ReportEvent extends Event {

    ReportId report();

    /** A change by staff. */
    sealed interface ReportManaged extends ReportEvent, Event.ManagementAction {

        @Override
        default String target() {
            return report().toString();
        }
    }

    /** A report was added. */
    @Revision("1")
    record ReportAdded(
            @PublishedValue ReportId report,
            @PublishedValue ReportType reportType,
            @NotPersonal("a name that staff gives") String reportName,
            ReportWindow window,
            ReportSubject reportSubject)
            implements ReportManaged {}

    /** The name or the days of a report changed. It has both as they are now. */
    @Revision("1")
    record ReportChanged(
            @PublishedValue ReportId report,
            @NotPersonal("a name that staff gives") String reportName,
            ReportWindow window)
            implements ReportManaged {}

    /** A report was removed. */
    @Revision("1")
    record ReportRemoved(@PublishedValue ReportId report) implements ReportManaged, Event.FinalEvent {}

    /**
     * A report was read for the first time within a minute.
     *
     * @param at the time of the read, with which the next one is compared
     */
    @Revision("1")
    record ReportRead(@PublishedValue ReportId report, Instant at) implements ReportEvent {}
}
