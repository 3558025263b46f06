package encore.command.trackers;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.lookups.PageTabs;
import encore.command.lookups.ShortLinks;
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
        checkTexts(TrackerDetails.EMPTY, details, details, claims);
        if (details.pageTabId() != null) {
            PageTabs.mustBeOpen(account, details.pageTabId(), streams);
        }
    }

    /** @param given the values that the call brings: a target that stands there stays, whatever became of its host */
    static void checkTexts(TrackerDetails before, TrackerDetails details, TrackerDetails given, Claims claims) {
        mustBeGiven(before.trackerName(), details.trackerName(), "tracker_name");
        mustBeGiven(before.trackerGroupName(), details.trackerGroupName(), "tracker_group_name");
        mustBeGiven(before.targetUrl(), details.targetUrl(), "target_url");
        if (given.targetUrl() != null) {
            ShortLinks.mustBeNone("target_url", given.targetUrl(), claims);
        }
    }

    private static void mustBeGiven(@Nullable String before, @Nullable String after, String parameter) {
        if (Blanks.isMissing(before, after)) {
            throw new Refusal(RULE, "value-missing", parameter, "A tracker has a " + parameter + ".");
        }
    }
}
