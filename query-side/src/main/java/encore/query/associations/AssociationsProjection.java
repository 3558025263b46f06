package encore.query.associations;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.associations.Association;
import encore.kernel.associations.AssociationEvent;
import encore.kernel.associations.AssociationEvent.AssociationStatesChanged;
import encore.kernel.associations.AssociationEvent.FanAssociated;
import encore.kernel.associations.AssociationEvent.FanDissociated;
import encore.kernel.associations.AssociationId;
import encore.kernel.associations.AssociationQuery.FindAssociations;
import encore.kernel.associations.AssociationState;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps all associations of a fan in one document, which is removed when the fan is erased. */
@Component
class AssociationsProjection implements Projection.Partitioned {

    private static final Collection<StoredAssociations> OF_FANS = Collection.of("of_fans", StoredAssociations.class);

    /** All associations of one fan, oldest first. A fan has only a few. */
    record StoredAssociations(List<Association> associations) {

        StoredAssociations {
            associations = List.copyOf(associations);
        }

        static StoredAssociations of(Stream<Association> associations) {
            return new StoredAssociations(associations.toList());
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("associations", List.of(OF_FANS));
    }

    @Override
    public Stream<String> keys(RecordedEvent recordedEvent) {
        return switch (recordedEvent.event()) {
            case AssociationEvent event -> Stream.of(event.association().fan().toString());
            case FanErased event -> Stream.of(event.fan().toString());
            default -> Stream.empty();
        };
    }

    @EventHandler
    void on(FanAssociated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        put(event.association(), recordedEvent.at(), event.states(), documents);
    }

    @EventHandler
    void on(AssociationStatesChanged event, Documents.Batch documents) {
        AssociationId id = event.association();
        all(id.fan(), documents)
                .filter(one -> isAbout(one, id))
                .findFirst()
                .ifPresent(before -> put(id, before.creationTimestamp(), event.states(), documents));
    }

    @EventHandler
    void on(FanDissociated event, Documents.Batch documents) {
        FanId fan = event.association().fan();
        List<Association> remaining = others(event.association(), documents).toList();
        if (remaining.isEmpty()) {
            documents.remove(OF_FANS, fan.toString());
        } else {
            documents.put(OF_FANS, fan.toString(), new StoredAssociations(remaining));
        }
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        documents.remove(OF_FANS, event.fan().toString());
    }

    /** Replaces the association in its place, or appends a new one. */
    private static void put(AssociationId id, Instant began, List<AssociationState> states, Documents.Batch documents) {
        var now = new Association(id.kind(), id.uid(), began, states);
        List<Association> before = all(id.fan(), documents).toList();
        Stream<Association> after = before.stream().anyMatch(one -> isAbout(one, id))
                ? before.stream().map(one -> isAbout(one, id) ? now : one)
                : Stream.concat(before.stream(), Stream.of(now));
        documents.put(OF_FANS, id.fan().toString(), StoredAssociations.of(after));
    }

    private static Stream<Association> others(AssociationId id, Documents documents) {
        return all(id.fan(), documents).filter(one -> !isAbout(one, id));
    }

    private static boolean isAbout(Association one, AssociationId id) {
        return one.kind() == id.kind() && one.uid().equals(id.uid());
    }

    private static Stream<Association> all(FanId fan, Documents documents) {
        StoredAssociations known = documents.get(OF_FANS, fan.toString());
        return known == null ? Stream.empty() : known.associations().stream();
    }

    @QueryHandler
    List<Association> find(FindAssociations query, Documents documents) {
        return all(new FanId(query.account(), query.fanId()), documents).toList();
    }
}
