package encore.command.shows.vods;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.KnownMedia;
import encore.command.lists.KeyedList;
import encore.command.lists.ListDecision;
import encore.command.shows.ShowCampaigns;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.names.Blanks;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.vods.VodCommand;
import encore.kernel.shows.vods.VodCommand.AddVod;
import encore.kernel.shows.vods.VodCommand.ChangeVod;
import encore.kernel.shows.vods.VodCommand.RemoveVod;
import encore.kernel.shows.vods.VodEvent;
import encore.kernel.shows.vods.VodEvent.VodAdded;
import encore.kernel.shows.vods.VodEvent.VodChanged;
import encore.kernel.shows.vods.VodEvent.VodRemoved;
import encore.kernel.shows.vods.VodItem;
import encore.kernel.shows.vods.VodItemBuilder;
import encore.kernel.shows.vods.VodsId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The vods of a show. */
@Aggregate
class Vods {

    /** All approved ones are in each frame with a state, so they are few. */
    private static final KeyedList<VodItem> VODS = KeyedList.of("vod", "option_id", 200);

    @AggregateIdentifier
    private @Nullable VodsId id;

    /** By option_id. */
    private Map<String, VodItem> vods = new HashMap<>();

    Vods() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    VodItem decide(AddVod command, Streams streams) {
        VodItem empty =
                VodItemBuilder.builder().optionId(command.vod().optionId()).build();
        return vodsOf(command, streams).add(empty, command.vod(), VodAdded::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    VodItem decide(ChangeVod command, Streams streams) {
        return vodsOf(command, streams).change(command.change(), VodChanged::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    VodItem decide(RemoveVod command, Streams streams) {
        return vodsOf(command, streams)
                .remove(Long.toString(command.optionId()), (list, key) -> new VodRemoved(list, command.optionId()));
    }

    private ListDecision<VodsId, VodItem> vodsOf(VodCommand command, Streams streams) {
        ShowCampaigns.mustHaveShow(new ShowId(command.vods().campaign()), streams);
        return VODS.decision(command.vods(), vods)
                .requiring((before, after) -> itIsValid(command.vods(), before, after, streams));
    }

    /** A fan or asset that was stored before stays, whatever happened to it. */
    private static void itIsValid(VodsId vods, VodItem before, VodItem after, Streams streams) {
        if (Blanks.isMissing(before.optionName(), after.optionName())) {
            throw new Refusal(RULE, "vod-name-missing", "option_name", "A vod has a name.");
        }
        KnownMedia.mustExist(vods.account(), after.mediaUid(), before.mediaUid(), streams);
        if (after.fanId() != null && !Objects.equals(after.fanId(), before.fanId())) {
            streams.mustBeOpen(new FanId(vods.account(), after.fanId()), "fan_id");
        }
    }

    @EventSourcingHandler
    void evolve(VodEvent event) {
        id = event.vods();
        VODS.evolve(vods, event);
    }
}
