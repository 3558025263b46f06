package encore.kernel.requirements.rules;

import encore.kernel.quests.QuestType;
import encore.kernel.scans.ScanDetails;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deed that completes a quest.
 *
 * @param target the campaign of an entry; null for other types
 * @param site the site of a scan; null for other types
 * @param groups the groups of scanners of a scan
 * @param scanMin the first second in which a scan counts; null for other types
 * @param scanMax the last second in which a scan counts; null for other types
 * @param behind the position after which an entry counts; 0 for any
 * @param from the first moment of a deed; null for any
 * @param until the first moment after the time for deeds; null for any
 * @param links the ticket events that are linked with the performance
 */
@RecordBuilder
public record DeedCondition(
        QuestType type,
        @Nullable Long target,
        @Nullable String site,
        List<String> groups,
        @Nullable Instant scanMin,
        @Nullable Instant scanMax,
        long behind,
        @Nullable Instant from,
        @Nullable Instant until,
        List<LinkedEvent> links) {

    public DeedCondition {
        groups = List.copyOf(groups);
        links = List.copyOf(links);
    }

    /**
     * A ticket event that is linked with the performance.
     *
     * @param event its stream
     * @param identity its identity ({@code TicketEventDetails.claimed}), by which registrations and scans name it
     * @param position the position from which on it is linked
     */
    public record LinkedEvent(String event, String identity, long position) {}

    public boolean isWithinDates(Instant deed) {
        return (from == null || !deed.isBefore(from)) && (until == null || deed.isBefore(until));
    }

    /** Returns whether a scan counts, if it is of the performance. */
    boolean counts(ScanDetails scan) {
        Instant time = scan.scanTimestamp();
        return Boolean.TRUE.equals(scan.isSuccess())
                && time != null
                && scanMin != null
                && scanMax != null
                && !time.isBefore(scanMin)
                && time.isBefore(scanMax.plusSeconds(1))
                && isWithinDates(time);
    }

    /** Returns the position from which on a ticket event is linked with the performance; null if it is not. */
    @Nullable
    Long linkedSince(@Nullable String eventOrIdentity) {
        for (LinkedEvent link : links) {
            if (link.event().equals(eventOrIdentity) || link.identity().equals(eventOrIdentity)) {
                return link.position();
            }
        }
        return null;
    }
}
