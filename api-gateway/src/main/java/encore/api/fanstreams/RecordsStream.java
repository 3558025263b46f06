package encore.api.fanstreams;

import encore.api.live.LiveStream;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStream;
import encore.kernel.fanstreams.pages.FollowedRecord;
import encore.kernel.live.LiveEvent;
import encore.kernel.people.Area;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Streams the approvals and withdrawals of records, as ids and time keys alone. */
@Component
class RecordsStream implements LiveStream<RecordsStream.Filter, RecordNews> {

    record Filter() {}

    private final Backend backend;

    RecordsStream(Backend backend) {
        this.backend = backend;
    }

    @Override
    public Definition<Filter> definition() {
        return new Definition<>(
                "stream.{stream_key}",
                "Approvals and withdrawals of records of a stream, by position. Deletions and erasures are withdrawals.",
                "streams",
                Area.CONTENT,
                false,
                null,
                Filter.class,
                List.of(new Frame("event", "A record was approved or withdrawn.", RecordNews.class, false)),
                List.of(FollowedRecord.class));
    }

    @Override
    public @Nullable RecordNews read(LiveEvent event) {
        return RecordNews.of(event);
    }

    @Override
    public RecordNews payload(RecordNews news) {
        return news;
    }

    @Override
    public Mono<Selection<RecordNews>> select(Caller caller, Filter filter, String streamKey) {
        return select(caller, filter, streamKey, false);
    }

    /** A stream that is not public is followed with the secret. */
    @Override
    public Mono<Selection<RecordNews>> select(Caller caller, Filter filter, String streamKey, boolean withSecret) {
        return backend.ask(caller, new FindFanStream(caller.account(), streamKey, withSecret))
                .map(stream ->
                        new Selection<RecordNews>(news -> stream.streamKey().equals(news.streamKey())));
    }
}
