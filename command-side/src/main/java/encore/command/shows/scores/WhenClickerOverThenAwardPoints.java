package encore.command.shows.scores;

import encore.command.automations.Automation;
import encore.command.automations.DueTimer;
import encore.command.automations.ProcessContext;
import encore.command.automations.ProcessContext.KeyedDocument;
import encore.command.automations.Reactions;
import encore.command.shows.scores.ClickerTotals.FanTotal;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.OverlayTakenDown;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.clicks.ClickEvent.ClickTotal;
import encore.kernel.shows.clicks.ClickEvent.ClicksCounted;
import encore.kernel.shows.clicks.ClickPoints;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.scores.ScoreCommand.AwardLivePoints;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Awards the points of clicks when the window of a clicker is over and late totals have come. A total that comes later
 * still is paid at once, less the points that were paid before.
 */
@Component
class WhenClickerOverThenAwardPoints implements Automation {

    /** Totals may be recorded up to 5 seconds after the window; one more for those that gather in a gateway. */
    static final Duration GRACE = Duration.ofSeconds(6);

    /** A window stays open for a second longer than its timer, for slow networks. */
    private static final Duration OVERTIME = Duration.ofSeconds(1);

    private static final Duration KEPT = Duration.ofDays(1);

    /** The documents with totals of one clicker. Each timer pays the fans of one document. */
    private static final int PARTS = 256;

    private static final String PAY = "pay";
    private static final String DROP = "drop";

    /**
     * A push of a clicker that gives points.
     *
     * @param isOver whether its points are paid, or are being paid
     */
    record Clicker(CampaignId campaign, long position, ClickPoints points, boolean isOver) {}

    /** The clicker that is the live overlay of a show. */
    record LiveClicker(long position) {}

    @Override
    public Reactions reactions() {
        return LiveAwards.addTo(Reactions.of(AwardLivePoints.class))
                .keeping(Clicker.class, LiveClicker.class, ClickerTotals.class)
                .withoutPersonalData()
                .on(OverlayPushed.class, WhenClickerOverThenAwardPoints::pushed)
                .on(
                        OverlayTakenDown.class,
                        (event, at, process) -> close(event.show().campaign(), at.at(), process))
                .on(ShowStateChanged.class, WhenClickerOverThenAwardPoints::stateChanged)
                .on(ClicksCounted.class, WhenClickerOverThenAwardPoints::counted)
                .onTimer(WhenClickerOverThenAwardPoints::due);
    }

    private static void pushed(OverlayPushed event, RecordedEvent recordedEvent, ProcessContext process) {
        CampaignId campaign = event.show().campaign();
        close(campaign, recordedEvent.at(), process);
        Overlay overlay = event.shown().overlay();
        ClickPoints points = ClickPoints.of(overlay);
        if (overlay.overlayType() != OverlayType.CLICKER || points.of(1) == 0) {
            return;
        }
        long position = recordedEvent.position();
        String prefix = prefix(campaign, position);
        process.put(prefix, new Clicker(campaign, position, points, false));
        process.put(LiveAwards.key(campaign), new LiveClicker(position));
        Integer seconds = overlay.overlayTimer();
        if (seconds != null) {
            int delay = overlay.overlayDelay() == null ? 0 : overlay.overlayDelay();
            Instant closes =
                    recordedEvent.at().plusSeconds((long) delay + seconds).plus(OVERTIME);
            process.at(closes.plus(GRACE), timer(PAY, prefix, 0));
        }
    }

    private static void stateChanged(ShowStateChanged event, RecordedEvent recordedEvent, ProcessContext process) {
        if (!event.state().isOpen()) {
            close(event.show().campaign(), recordedEvent.at(), process);
        }
    }

    /** Ends the window of the live clicker, unless it ended before. */
    private static void close(CampaignId campaign, Instant at, ProcessContext process) {
        LiveClicker live = process.get(LiveClicker.class, LiveAwards.key(campaign));
        if (live == null) {
            return;
        }
        process.remove(LiveClicker.class, LiveAwards.key(campaign));
        String prefix = prefix(campaign, live.position());
        Clicker clicker = process.get(Clicker.class, prefix);
        String timer = timer(PAY, prefix, 0);
        Instant waiting = process.timer(timer);
        Instant end = at.plus(GRACE);
        if (clicker != null && !clicker.isOver() && (waiting == null || end.isBefore(waiting))) {
            process.at(end, timer);
        }
    }

    private static void counted(ClicksCounted event, RecordedEvent recordedEvent, ProcessContext process) {
        String prefix = prefix(event.clicks().campaign(), event.clickerPosition());
        Clicker clicker = process.get(Clicker.class, prefix);
        if (clicker == null) {
            return;
        }
        Map<Integer, List<ClickTotal>> byPart = event.totals().stream()
                .collect(Collectors.groupingBy(
                        total -> (int) (total.fanId() % PARTS), TreeMap::new, Collectors.toList()));
        byPart.forEach((part, totals) -> {
            SortedMap<Long, FanTotal> byFan = totals(prefix, part, process);
            for (ClickTotal total : totals) {
                FanTotal before = byFan.getOrDefault(total.fanId(), FanTotal.NONE);
                if (total.clickCount() > before.clickCount()) {
                    var after = new FanTotal(total.clickCount(), before.paid());
                    byFan.put(total.fanId(), clicker.isOver() ? pay(clicker, total.fanId(), after, process) : after);
                }
            }
            process.put(key(prefix, part), ClickerTotals.of(byFan));
        });
    }

    private static void due(DueTimer timer, ProcessContext process) {
        String[] parts = timer.key().split(":", -1);
        String prefix = parts[1];
        int part = Integer.parseInt(parts[2]);
        Clicker clicker = process.get(Clicker.class, prefix);
        if (clicker == null) {
            return;
        }
        if (parts[0].equals(DROP)) {
            drop(prefix, process);
            return;
        }
        if (!clicker.isOver()) {
            process.put(prefix, new Clicker(clicker.campaign(), clicker.position(), clicker.points(), true));
        }
        SortedMap<Long, FanTotal> byFan = totals(prefix, part, process);
        if (!byFan.isEmpty()) {
            byFan.replaceAll((fan, total) -> pay(clicker, fan, total, process));
            process.put(key(prefix, part), ClickerTotals.of(byFan));
        }
        if (part + 1 < PARTS) {
            process.at(timer.at(), timer(PAY, prefix, part + 1));
        } else {
            process.at(timer.at().plus(KEPT), timer(DROP, prefix, 0));
        }
    }

    /** Pays the points of a total that were not paid yet. */
    private static FanTotal pay(Clicker clicker, long fan, FanTotal total, ProcessContext process) {
        long points = clicker.points().of(total.clickCount());
        if (points > total.paid()) {
            // What was paid before is part of the key, so a later and larger total is another award.
            String subject = "clicks/" + clicker.position() + "/" + total.paid();
            var player = new PlayerId(clicker.campaign(), fan);
            process.send(LiveAwards.award(player, subject, null, points - total.paid(), process));
        }
        return new FanTotal(total.clickCount(), Math.max(points, total.paid()));
    }

    private static void drop(String prefix, ProcessContext process) {
        for (KeyedDocument<ClickerTotals> each : process.list(ClickerTotals.class, prefix, null, PARTS)) {
            process.remove(ClickerTotals.class, each.key());
        }
        process.remove(Clicker.class, prefix);
    }

    private static SortedMap<Long, FanTotal> totals(String prefix, int part, ProcessContext process) {
        ClickerTotals totals = process.get(ClickerTotals.class, key(prefix, part));
        return totals == null ? new TreeMap<>() : totals.byFan();
    }

    private static String timer(String action, String prefix, int part) {
        return action + ":" + prefix + ":" + part;
    }

    private static String key(String prefix, int part) {
        return prefix + part;
    }

    private static String prefix(CampaignId campaign, long position) {
        return LiveAwards.key(campaign) + "/" + position + "/";
    }
}
