package encore.command.hiddenfans;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.hiddenfans.HiddenFan;
import encore.kernel.hiddenfans.HiddenFanCommand.HideFan;
import encore.kernel.hiddenfans.HiddenFanCommand.ShowFan;
import encore.kernel.hiddenfans.HiddenFanEvent.FanHidden;
import encore.kernel.hiddenfans.HiddenFanEvent.FanShown;
import encore.kernel.hiddenfans.HiddenFanId;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** Knows whether a campaign's leaderboard hides a fan. */
@Aggregate
class PlaceOnTheBoard {

    @AggregateIdentifier
    private @Nullable HiddenFanId id;

    private boolean hidden;

    PlaceOnTheBoard() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    HiddenFan decide(HideFan command, Streams streams) {
        streams.mustBeKnown(command.hiddenFan().campaign());
        streams.mustBeOpen(command.hiddenFan().fan(), "fan_id");
        if (!hidden) {
            apply(new FanHidden(command.hiddenFan()));
        }
        return new HiddenFan(command.hiddenFan().fanId());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    HiddenFan decide(ShowFan command, Streams streams) {
        streams.mustBeKnown(command.hiddenFan().campaign());
        if (!hidden) {
            throw Refusal.unknown("The campaign does not hide this fan.");
        }
        apply(new FanShown(command.hiddenFan()));
        return new HiddenFan(command.hiddenFan().fanId());
    }

    @EventSourcingHandler
    void evolve(FanHidden event) {
        id = event.hiddenFan();
        hidden = true;
    }

    @EventSourcingHandler
    void evolve(FanShown event) {
        hidden = false;
    }
}
