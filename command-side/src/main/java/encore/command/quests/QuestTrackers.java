package encore.command.quests;

import static encore.kernel.Refusal.Kind.CONFLICT;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.quests.QuestId;
import encore.kernel.trackers.NewTracker;
import encore.kernel.trackers.TrackerEvent.QuestTrackerMade;
import encore.kernel.trackers.TrackerEvent.TrackerEnded;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerKey;

/** Begins and ends the trackers of link_url quests, in the commits of the quests. */
final class QuestTrackers {

    private QuestTrackers() {}

    static void begin(NewTracker tracker, QuestId quest, Claims claims, Facts facts) {
        TrackerId id = new TrackerId(quest.account(), tracker.trackerId());
        Claim key = claim(tracker);
        if (claims.ownerOf(key) != null) {
            throw new Refusal(CONFLICT, "tracker-key-taken", "Another tracker has this key; try again.");
        }
        claims.take(key, id);
        facts.record(id, new QuestTrackerMade(id, tracker.trackerKey(), quest.number()));
    }

    static void end(NewTracker tracker, QuestId quest, Streams streams, Claims claims, Facts facts) {
        TrackerId id = new TrackerId(quest.account(), tracker.trackerId());
        if (streams.isOpen(id)) {
            claims.release(claim(tracker), id);
            facts.end(id, numberOfEvents(id, streams), new TrackerEnded(id));
        }
    }

    /** Staff may have changed the tracker. */
    private static long numberOfEvents(TrackerId tracker, Streams streams) {
        long number = 1;
        while (streams.place(tracker, number) != null) {
            number++;
        }
        return number;
    }

    private static Claim claim(NewTracker tracker) {
        return new Claim(TrackerKey.SPACE, TrackerKey.INSTALLATION, new TrackerKey(tracker.trackerKey()).claimed());
    }
}
