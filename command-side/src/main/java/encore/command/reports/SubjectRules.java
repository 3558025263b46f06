package encore.command.reports;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.adstats.AdAccountId;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.idols.IdolId;
import encore.kernel.reports.ReportSubject;
import encore.kernel.reports.ReportType;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.groups.TrackerGroupId;
import java.util.Set;

/** Checks the subject of a report: its type takes it, and it exists. */
final class SubjectRules {

    private SubjectRules() {}

    /** Throws a Refusal (400) that names the parameter that is missing, does not fit the type, or is unknown. */
    static void check(long account, ReportType type, ReportSubject subject, Streams streams) {
        Set<String> given = subject.given();
        for (String parameter : type.required()) {
            if (!given.contains(parameter)) {
                throw new Refusal(
                        RULE,
                        "report-subject-missing",
                        parameter,
                        "A report of the type " + type.word() + " needs " + parameter + ".");
            }
        }
        for (String parameter : given) {
            if (!type.takes(parameter)) {
                throw new Refusal(
                        RULE,
                        "report-subject-does-not-fit",
                        parameter,
                        "A report of the type " + type.word() + " takes no " + parameter + ".");
            }
        }
        if (type == ReportType.IDOL_DETAILS && subject.idols().size() != 1) {
            throw new Refusal(
                    RULE, "report-subject-does-not-fit", "idol_uids", "A report of this type is about one idol.");
        }
        if (type == ReportType.TRACKER && (subject.trackerIds() == null) == (subject.group() == null)) {
            throw new Refusal(
                    RULE, "report-subject-missing", "tracker_ids", "A tracker report needs tracker_ids or a group.");
        }
        theSubjectExists(account, subject, streams);
    }

    private static void theSubjectExists(long account, ReportSubject subject, Streams streams) {
        if (subject.pageTabId() != null) {
            streams.mustBeOpen(new CampaignId(account, subject.pageTabId()), "page_tab_id");
        }
        if (subject.businessId() != null) {
            streams.mustBeOpen(new BusinessId(account, subject.businessId()), "business_id");
        }
        if (subject.streamKey() != null) {
            streams.mustBeOpen(new FanStreamId(account, subject.streamKey()), "stream_key");
        }
        if (subject.trackerIds() != null) {
            subject.trackerIds().forEach(tracker -> streams.mustBeOpen(new TrackerId(account, tracker), "tracker_ids"));
        }
        String group = subject.group();
        if (group != null && !group.equals(TrackerGroupId.QUESTS)) {
            streams.mustBeOpen(TrackerGroupId.of(account, group), "group");
        }
        String network = subject.network();
        String adAccountKey = subject.adAccountKey();
        if (network != null && adAccountKey != null) {
            streams.mustBeOpen(AdAccountId.of(account, network, adAccountKey), "ad_account_key");
        }
        subject.idols().forEach(idol -> streams.mustBeOpen(new IdolId(account, idol), "idol_uids"));
        subject.events().forEach(event -> streams.mustBeOpen(new TicketEventId(account, event), "event_uids"));
    }
}
