package encore.command.trackers;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.trackers.TrackerCommand.ChangeTracker;
import encore.kernel.trackers.TrackerCommand.ReadAttributionRules;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerDetailsBuilder;
import encore.kernel.trackers.TrackerEvent.TrackerCreated;
import encore.kernel.trackers.TrackerId;
import java.util.List;
import java.util.Random;

/** Commands to a tracker that the list of its account began. */
class TrackerCommands implements RandomCommands {

    private static final TrackerId POSTER = new TrackerId(7, 900);

    @Override
    public Class<?> aggregate() {
        return Tracker.class;
    }

    @Override
    public List<Event> begun() {
        return List.of(new TrackerCreated(
                POSTER,
                "Key1",
                null,
                TrackerDetailsBuilder.builder()
                        .trackerName("Poster")
                        .trackerGroupName("Spring")
                        .targetUrl("https://shop.example/a")
                        .build()));
    }

    @Override
    public Command<?> next(Random random) {
        TrackerDetailsBuilder change = TrackerDetailsBuilder.builder(TrackerDetails.EMPTY);
        switch (random.nextInt(4)) {
            case 0 -> change.attributionDays(random.nextInt(5));
            case 1 -> change.trackerName(random.nextInt(5) == 0 ? "" : "n" + random.nextInt(3));
            case 2 -> change.isClickAppended(random.nextBoolean());
            default -> {
                return new ReadAttributionRules(POSTER);
            }
        }
        return new ChangeTracker(POSTER, Patch.of(change.build()));
    }
}
