package encore.query.likings;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.likings.Liking;
import encore.kernel.likings.LikingEvent;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolChanged;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.likings.LikingQuery.FindLikings;
import encore.query.projection.Projection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps all idols of a fan in one document, which is emptied when the fan is erased. */
@Component
class LikingsProjection implements Projection.Partitioned {

    private static final Collection<StoredLikings> OF_FANS = Collection.of("of_fans", StoredLikings.class);

    /**
     * All idols of one fan, in the order they were added.
     *
     * @param gone whether the fan was erased; more events may follow, because a fan's idols have a stream of their own
     */
    record StoredLikings(List<Liking> likings, boolean gone) {

        StoredLikings {
            likings = List.copyOf(likings);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("likings", List.of(OF_FANS));
    }

    @Override
    public Stream<String> keys(RecordedEvent recordedEvent) {
        return switch (recordedEvent.event()) {
            case LikingEvent event -> Stream.of(event.likings().fan().toString());
            case FanErased event -> Stream.of(event.fan().toString());
            default -> Stream.empty();
        };
    }

    @EventHandler
    void on(FanIdolAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FanId fan = event.likings().fan();
        List<Liking> all = others(event, documents);
        all.add(new Liking(fan.number(), event.idolUid(), event.isExplicit(), recordedEvent.at(), recordedEvent.at()));
        put(fan, all, documents);
    }

    @EventHandler
    void on(FanIdolChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FanId fan = event.likings().fan();
        put(
                fan,
                of(fan, documents).stream()
                        .map(one -> one.idolUid().equals(event.idolUid())
                                ? new Liking(
                                        one.fanId(),
                                        one.idolUid(),
                                        event.isExplicit(),
                                        one.begunAt(),
                                        recordedEvent.at())
                                : one)
                        .toList(),
                documents);
    }

    @EventHandler
    void on(FanIdolRemoved event, Documents.Batch documents) {
        put(event.likings().fan(), others(event, documents), documents);
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        documents.put(OF_FANS, event.fan().toString(), new StoredLikings(List.of(), true));
    }

    private static List<Liking> others(LikingEvent event, Documents documents) {
        List<Liking> others = new ArrayList<>(of(event.likings().fan(), documents));
        others.removeIf(one -> one.idolUid().equals(event.idolUid()));
        return others;
    }

    private static void put(FanId fan, List<Liking> likings, Documents.Batch documents) {
        StoredLikings before = documents.get(OF_FANS, fan.toString());
        if (before == null || !before.gone()) {
            documents.put(OF_FANS, fan.toString(), new StoredLikings(likings, false));
        }
    }

    private static List<Liking> of(FanId fan, Documents documents) {
        StoredLikings known = documents.get(OF_FANS, fan.toString());
        return known == null ? List.of() : known.likings();
    }

    @QueryHandler
    List<Liking> find(FindLikings query, Documents documents) {
        return query.fanIds().stream()
                .flatMap(fan -> of(new FanId(query.account(), fan), documents).stream())
                .toList();
    }
}
