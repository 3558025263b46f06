package encore.command.trackers.clicks;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.fans.FanId;
import encore.kernel.trackers.clicks.TrackerClickCommand.OpenVisitorMonth;
import encore.kernel.trackers.clicks.TrackerClickCommand.RecordClick;
import encore.kernel.trackers.clicks.TrackerClickCommand.RecordedClick;
import encore.kernel.trackers.clicks.TrackerClickEvent.TrackerClickRecorded;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Records clicks. The first one of an unknown visitor in a month opens the month. */
@Component
class RecordClickHandler {

    @CommandHandler
    RecordedClick decide(RecordClick command, Streams streams, Facts facts, Dispatch dispatch) {
        streams.mustBeKnown(command.tracker());
        FanId fan = openFan(command, streams);
        if (fan == null && !streams.isOpen(command.visitors())) {
            dispatch.send(new OpenVisitorMonth(command.visitors()));
        }
        facts.record(
                command.click(),
                new TrackerClickRecorded(
                        command.click(),
                        command.tracker(),
                        fan,
                        command.visitors(),
                        command.deviceType(),
                        command.countryCode(),
                        command.visitor()));
        return new RecordedClick(command.click().uid());
    }

    private static @Nullable FanId openFan(RecordClick command, Streams streams) {
        FanId fan = command.fanId() == null ? null : new FanId(command.click().account(), command.fanId());
        return fan != null && streams.isOpen(fan) ? fan : null;
    }
}
