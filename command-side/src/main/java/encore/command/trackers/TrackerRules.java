package encore.command.trackers;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.lookups.PageTabs;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.trackers.TrackerDetails;
import org.jspecify.annotations.Nullable;

/** The rules of a tracker's details. */
final class TrackerRules {

    private TrackerRules() {}

    static void check(long account, TrackerDetails details, Streams streams, Claims claims) {
        checkTexts(TrackerDetails.EMPTY, details, claims);
        if (details.pageTabId() != null) {
            PageTabs.mustBeOpen(account, details.pageTabId(), streams);
        }
    }

    static void checkTexts(TrackerDetails before, TrackerDetails details, Claims claims) {
        mustBeGiven(before.trackerName(), details.trackerName(), "tracker_name");
        mustBeGiven(before.trackerGroupName(), details.trackerGroupName(), "tracker_group_name");
        mustBeGiven(before.targetUrl(), details.targetUrl(), "target_url");
        if (details.targetUrl() != null && TrackerClaims.isShortLink(details.targetUrl(), claims)) {
            throw new Refusal(RULE, "target-is-short-link", "target_url", "A tracker cannot lead to a short link.");
        }
    }

    private static void mustBeGiven(@Nullable String before, @Nullable String after, String parameter) {
        if (Blanks.isMissing(before, after)) {
            throw new Refusal(RULE, "value-missing", parameter, "A tracker has a " + parameter + ".");
        }
    }
}
