package encore.command.fanstreams;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lookups.TagsByName;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.HandlesEndedStreams;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fanstreams.FanStreamCommand.ChangeFanStream;
import encore.kernel.fanstreams.FanStreamCommand.CreateFanStream;
import encore.kernel.fanstreams.FanStreamCommand.DeleteFanStream;
import encore.kernel.fanstreams.FanStreamCommand.ReadStreamTerms;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamChanged;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamCreated;
import encore.kernel.fanstreams.FanStreamEvent.FanStreamDeleted;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.fanstreams.FanStreamKey;
import encore.kernel.fanstreams.FanStreamSettings;
import encore.kernel.fanstreams.FanStreamSettingsBuilder;
import encore.kernel.fanstreams.FanStreamTerms;
import encore.kernel.fanstreams.SavedStream;
import encore.kernel.tags.TagId;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A stream of records. Its key is unique in the installation, and is not given again after the stream was deleted. */
@Aggregate
class RecordStream {

    @AggregateIdentifier
    private @Nullable FanStreamId id;

    private FanStreamSettings settings = FanStreamSettings.NONE;

    RecordStream() {}

    @HandlesEndedStreams
    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedStream decide(CreateFanStream command, Streams streams, Claims claims) {
        Claim key = new Claim(
                FanStreamKey.SPACE,
                FanStreamKey.INSTALLATION,
                new FanStreamKey(command.stream().key()).claimed());
        nobodyHasTheKey(key, claims);
        Patch<FanStreamSettings> given =
                withTag(command.tagName(), Patch.of(command.settings()), command.stream(), streams, claims);
        FanStreamSettings all = FanStreamSettings.after(given, FanStreamSettings.NONE);
        claims.take(key, command.stream());
        apply(new FanStreamCreated(command.stream(), command.stream().key(), all));
        return new SavedStream(command.stream().key());
    }

    @CommandHandler
    SavedStream decide(ChangeFanStream command, Streams streams, Claims claims) {
        Patch<FanStreamSettings> changes = withTag(command.tagName(), command.change(), loadedId(), streams, claims)
                .differenceFrom(settings);
        if (Objects.equals(changes.given().authorizedNetworks(), settings.authorizedNetworks())) {
            changes = changes.without("authorizedNetworks");
        }
        if (!isUnchanged(changes)) {
            apply(FanStreamChanged.of(loadedId(), changes));
        }
        return new SavedStream(loadedId().key());
    }

    @CommandHandler
    SavedStream decide(DeleteFanStream command) {
        apply(new FanStreamDeleted(loadedId()));
        return new SavedStream(loadedId().key());
    }

    @CommandHandler
    FanStreamTerms decide(ReadStreamTerms command) {
        return new FanStreamTerms(
                settings.trust(), settings.isOpenToAll(), settings.tagId(), settings.importedNetworks());
    }

    /** An empty list of networks is a change too: from then on any network may be imported. */
    private static boolean isUnchanged(Patch<FanStreamSettings> changes) {
        return changes.given().authorizedNetworks() == null && changes.isEmpty();
    }

    private static void nobodyHasTheKey(Claim key, Claims claims) {
        if (claims.ownerOf(key) != null) {
            throw new Refusal(RULE, "stream-key-taken", "stream_key", "Another stream has or had this key.");
        }
    }

    /** Returns the settings with the tag of the name. Throws a Refusal (400) where the tag that is meant does not exist. */
    private static Patch<FanStreamSettings> withTag(
            @Nullable String tagName,
            Patch<FanStreamSettings> settings,
            FanStreamId stream,
            Streams streams,
            Claims claims) {
        Long tagId = settings.given().tagId();
        if (tagId != null) {
            streams.mustBeOpen(new TagId(stream.account(), tagId), "tag_id");
        }
        if (tagName == null) {
            return settings;
        }
        long named =
                TagsByName.find(stream.account(), tagName, "tag_name", claims).number();
        if (tagId != null && tagId != named) {
            throw new Refusal(RULE, "another-tag", "tag_name", "tag_id and tag_name mean different tags.");
        }
        return new Patch<>(
                FanStreamSettingsBuilder.builder(settings.given()).tagId(named).build(), settings.cleared());
    }

    private FanStreamId loadedId() {
        return Objects.requireNonNull(id, "Axon decides on loaded streams alone");
    }

    @EventSourcingHandler
    void evolve(FanStreamCreated event) {
        id = event.stream();
        settings = event.settings();
    }

    @EventSourcingHandler
    void evolve(FanStreamChanged event) {
        settings = FanStreamSettings.after(event.patch(), settings);
    }
}
