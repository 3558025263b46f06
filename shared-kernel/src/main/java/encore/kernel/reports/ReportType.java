package encore.kernel.reports;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Set;

/** The types of reports (spec 3, 2), and the parameters that name the subject of each. */
public enum ReportType {
    ADWORDS_ADACCOUNT(Set.of("network", "ad_account_key"), Set.of()),
    APP(Set.of("page_tab_id"), Set.of()),
    ARTIST_CHARTS(Set.of(), Set.of()),
    BUSINESS(Set.of("business_id"), Set.of()),
    CRM(Set.of(), Set.of()),
    FB_ADACCOUNT(Set.of("network", "ad_account_key"), Set.of()),
    IDOL(Set.of("idol_uids"), Set.of()),
    IDOL_DETAILS(Set.of("idol_uids"), Set.of()),
    SMS(Set.of(), Set.of()),
    STREAM(Set.of("stream_key"), Set.of()),
    TICKET_COMPARE(Set.of("event_uids"), Set.of()),
    TICKET_GEO(Set.of(), Set.of("event_uids")),
    TICKET_SALES(Set.of(), Set.of("event_uids")),
    TRACKER(Set.of(), Set.of("tracker_ids", "group"));

    private final Set<String> required;
    private final Set<String> optional;

    ReportType(Set<String> required, Set<String> optional) {
        this.required = required;
        this.optional = optional;
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the parameters without which a report of this type has no subject. */
    public Set<String> required() {
        return required;
    }

    /** Returns whether a parameter names a subject of this type. */
    public boolean takes(String parameter) {
        return required.contains(parameter) || optional.contains(parameter);
    }
}
