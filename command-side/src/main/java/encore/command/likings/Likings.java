package encore.command.likings;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.fans.proofs.PublicCallEvent.PublicCallCovered;
import encore.kernel.likings.LikedIdols;
import encore.kernel.likings.LikingCommand;
import encore.kernel.likings.LikingCommand.AddFanIdols;
import encore.kernel.likings.LikingCommand.RemoveFanIdol;
import encore.kernel.likings.LikingCommand.RequireRoomForIdols;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolChanged;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.likings.LikingsId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The idols that a fan likes. */
@Aggregate
class Likings {

    @AggregateIdentifier
    private @Nullable LikingsId id;

    /** By idol_uid: whether the fan itself said that it likes the idol. */
    private Map<String, Boolean> idols = new HashMap<>();

    Likings() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    LikedIdols decide(AddFanIdols command, Streams streams) {
        LikingsId likings = command.stream();
        streams.mustBeKnown(likings.fan());
        theLimitIsNotExceeded(command.idolUids(), "idol_uid");
        for (String idol : new HashSet<>(command.idolUids()).stream().sorted().toList()) {
            Boolean before = idols.get(idol);
            if (before == null) {
                apply(new FanIdolAdded(likings, idol, command.isExplicit()));
            } else if (before != command.isExplicit()) {
                apply(new FanIdolChanged(likings, idol, command.isExplicit()));
            } else if (command.isPublic()) {
                apply(new PublicCallCovered(likings.fan()));
            }
        }
        return new LikedIdols(likings.fan().number(), command.idolUids());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    LikedIdols decide(RequireRoomForIdols command) {
        theLimitIsNotExceeded(command.idolUids(), "idol_names");
        return new LikedIdols(command.stream().fan().number(), command.idolUids());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    LikedIdols decide(RemoveFanIdol command, Streams streams) {
        LikingsId likings = command.stream();
        if (command.parameter() == null) {
            streams.mustBeKnown(likings.fan());
        } else {
            streams.mustBeOpen(likings.fan(), command.parameter());
        }
        if (idols.containsKey(command.idolUid())) {
            apply(new FanIdolRemoved(likings, command.idolUid()));
        }
        return new LikedIdols(likings.fan().number(), List.of(command.idolUid()));
    }

    private void theLimitIsNotExceeded(List<String> added, String parameter) {
        Set<String> all = new HashSet<>(idols.keySet());
        all.addAll(added);
        if (all.size() > LikingCommand.MAX_IDOLS && all.size() > idols.size()) {
            throw new Refusal(RULE, "too-many-idols", parameter, "A fan has at most 1000 idols.");
        }
    }

    @EventSourcingHandler
    void evolve(FanIdolAdded event) {
        id = event.likings();
        idols.put(event.idolUid(), event.isExplicit());
    }

    @EventSourcingHandler
    void evolve(FanIdolChanged event) {
        idols.put(event.idolUid(), event.isExplicit());
    }

    @EventSourcingHandler
    void evolve(FanIdolRemoved event) {
        idols.remove(event.idolUid());
    }
}
