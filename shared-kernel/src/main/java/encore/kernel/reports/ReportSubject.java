package encore.kernel.reports;

import encore.kernel.privacy.NotPersonal;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The subject of a report. Each type of report uses some of the components; the others are null. */
@RecordBuilder
public record ReportSubject(
        @Nullable Long pageTabId,
        @Nullable Long businessId,
        @NotPersonal("ids of idols") @Nullable List<String> idolUids,
        @NotPersonal("a key of a stream") @Nullable String streamKey,
        @Nullable List<Long> trackerIds,

        @NotPersonal("a name of a group of trackers") @Nullable
        String group,

        @NotPersonal("a name of a network") @Nullable String network,

        @NotPersonal("a key of the customer's account at a network") @Nullable
        String adAccountKey,

        @NotPersonal("ids of ticket events") @Nullable List<String> eventUids) {

    public static final ReportSubject NONE = ReportSubjectBuilder.builder().build();

    public ReportSubject {
        idolUids = distinct(idolUids);
        trackerIds = distinct(trackerIds);
        eventUids = distinct(eventUids);
    }

    private static <T> @Nullable List<T> distinct(@Nullable List<T> values) {
        return values == null || values.isEmpty()
                ? null
                : values.stream().distinct().toList();
    }

    /** Returns the idols; none when the subject has none. */
    public List<String> idols() {
        return idolUids == null ? List.of() : idolUids;
    }

    /** Returns the ticket events; none when the subject has none. */
    public List<String> events() {
        return eventUids == null ? List.of() : eventUids;
    }

    /** Returns the wire names of the components that are given. */
    public Set<String> given() {
        Set<String> given = new LinkedHashSet<>();
        addIf(pageTabId, "page_tab_id", given);
        addIf(businessId, "business_id", given);
        addIf(idolUids, "idol_uids", given);
        addIf(streamKey, "stream_key", given);
        addIf(trackerIds, "tracker_ids", given);
        addIf(group, "group", given);
        addIf(network, "network", given);
        addIf(adAccountKey, "ad_account_key", given);
        addIf(eventUids, "event_uids", given);
        return given;
    }

    private static void addIf(@Nullable Object value, String name, Set<String> given) {
        if (value != null) {
            given.add(name);
        }
    }
}
