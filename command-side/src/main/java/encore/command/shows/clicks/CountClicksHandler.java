package encore.command.shows.clicks;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.fans.FanId;
import encore.kernel.shows.ShowCommand.ReadClicker;
import encore.kernel.shows.clicks.ClickCommand.CountClicks;
import encore.kernel.shows.clicks.ClickCommand.ReceivedTotal;
import encore.kernel.shows.clicks.ClickEvent.ClickTotal;
import encore.kernel.shows.clicks.ClickEvent.ClicksCounted;
import encore.kernel.shows.clicks.CountedClicks;
import encore.kernel.shows.windows.ShowWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Counts the totals of many fans that came in the window of a clicker. A total counts as at most 20 clicks for each second
 * of the window, because nobody clicks faster.
 */
@Component
class CountClicksHandler {

    static final int MAX_PER_SECOND = 20;

    @CommandHandler
    CountedClicks decide(CountClicks command, Streams streams, Facts facts, Dispatch dispatch, Instant now) {
        ShowWindow window = dispatch.send(new ReadClicker(command.clicks().show(), command.clickerPosition()))
                .window();
        List<ClickTotal> counted = new ArrayList<>();
        List<Integer> late = new ArrayList<>();
        for (int place = 0; place < command.totals().size(); place++) {
            ReceivedTotal total = command.totals().get(place);
            if (!window.takes(total.receivedAt(), now)) {
                late.add(place);
            } else if (streams.isOpen(new FanId(command.clicks().account(), total.fanId()))) {
                long most = most(window, total.receivedAt());
                counted.add(new ClickTotal(total.fanId(), Math.min(total.clickCount(), most)));
            }
        }
        if (!counted.isEmpty()) {
            facts.record(command.clicks(), new ClicksCounted(command.clicks(), command.clickerPosition(), counted));
        }
        return new CountedClicks(late);
    }

    /** Returns the highest total that a fan can have. A window without an end counts up to the click. */
    private static long most(ShowWindow window, Instant receivedAt) {
        Instant end = window.closesAt() == null ? receivedAt : window.closesAt();
        long seconds = Duration.between(window.opensAt(), end).plusMillis(999).toSeconds();
        return MAX_PER_SECOND * Math.max(1, seconds);
    }
}
