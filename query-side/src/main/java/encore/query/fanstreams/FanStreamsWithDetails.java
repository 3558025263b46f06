package encore.query.fanstreams;

import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fanstreams.FanStream;
import encore.kernel.fanstreams.FanStreamBuilder;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStream;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStreamAlone;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStreams;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStreamsAlone;
import encore.kernel.fanstreams.pages.ManagedRecord;
import encore.kernel.fanstreams.pages.ModeratedStream;
import encore.kernel.fanstreams.pages.ShownRecord;
import encore.kernel.fanstreams.pages.StreamRecord;
import encore.kernel.fanstreams.pages.StreamRecordBuilder;
import encore.kernel.fanstreams.pages.StreamRecordQuery.CountModeration;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindManagedRecords;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindManagedRecordsAlone;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindModeratedStreams;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindRecordAuthors;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindShownRecords;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindStreamRecords;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindStreamSummary;
import encore.kernel.fanstreams.pages.StreamRecordQuery.SummarizeRecords;
import encore.kernel.fanstreams.pages.StreamSummary;
import encore.kernel.fanstreams.pages.StreamSummaryBuilder;
import encore.kernel.paging.Page;
import encore.kernel.people.ActorNames;
import encore.kernel.people.PeopleQuery.FindActorNames;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins streams with the names of their tags, and records with their stream and the names of fans. */
@Component
class FanStreamsWithDetails implements QueryComponent {

    private final QueryGateway queryGateway;

    FanStreamsWithDetails(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    FanStream find(FindFanStream query) {
        return withTag(stream(query.account(), query.streamKey(), query.withSecret()));
    }

    @QueryHandler
    Page<FanStream> find(FindFanStreams query) {
        Page<FanStream> page =
                queryGateway.ask(new FindFanStreamsAlone(query.account(), query.withSecret(), query.paging()));
        List<Long> ids = page.rows().stream()
                .map(FanStream::tagId)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        Map<Long, String> names = tagNames(query.account(), ids);
        return page.map(stream -> named(stream, names));
    }

    private FanStream withTag(FanStream stream) {
        Long tag = stream.tagId();
        return tag == null ? stream : named(stream, tagNames(stream.accountId(), List.of(tag)));
    }

    private static FanStream named(FanStream stream, Map<Long, String> names) {
        Long tag = stream.tagId();
        return tag == null
                ? stream
                : FanStreamBuilder.builder(stream).tagName(names.get(tag)).build();
    }

    private Map<Long, String> tagNames(long account, List<Long> ids) {
        return ids.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindSomeTags(account, ids)).stream()
                        .collect(Collectors.toMap(Tag::tagId, Tag::tagName));
    }

    @QueryHandler
    Page<StreamRecord> find(FindStreamRecords query) {
        FanStream stream = stream(query.account(), query.streamKey(), query.withSecret());
        DisplayNames authors = query.selection().words() == null
                ? new DisplayNames(Map.of())
                : names(query.account(), queryGateway.ask(new FindRecordAuthors(query.account(), query.streamKey())));
        Page<ShownRecord> page = queryGateway.ask(new FindShownRecords(
                query.account(), query.streamKey(), stream.recordLimit(), query.selection(), authors, query.paging()));
        return withNames(query.account(), page);
    }

    @QueryHandler
    Page<ManagedRecord> find(FindManagedRecords query) {
        stream(query.account(), query.streamKey(), true);
        Page<ShownRecord.Managed> page = queryGateway.ask(
                new FindManagedRecordsAlone(query.account(), query.streamKey(), query.selection(), query.paging()));
        DisplayNames names = namesOfFans(
                query.account(),
                page.rows().stream().map(ShownRecord.Managed::shown).toList());
        boolean isDecided = page.rows().stream().anyMatch(row -> row.record().decidedBy() != null);
        ActorNames actors =
                isDecided ? queryGateway.ask(new FindActorNames(query.account())) : new ActorNames(Map.of());
        return page.map(row -> {
            String actor = row.record().decidedBy();
            return row.record().with(withName(row.shown(), names), actor == null ? null : actors.of(actor));
        });
    }

    @QueryHandler
    Page<ModeratedStream> find(FindModeratedStreams query) {
        Page<FanStream> page = queryGateway.ask(new FindFanStreamsAlone(query.account(), true, query.paging()));
        Map<String, ModeratedStream> counts = queryGateway
                .ask(new CountModeration(
                        query.account(),
                        page.rows().stream().map(FanStream::streamKey).toList()))
                .stream()
                .collect(Collectors.toMap(ModeratedStream::streamKey, Function.identity()));
        return page.map(
                stream -> Objects.requireNonNull(counts.get(stream.streamKey())).named(stream.streamName()));
    }

    @QueryHandler
    StreamSummary find(FindStreamSummary query) {
        FanStream stream = stream(query.account(), query.streamKey(), query.withSecret());
        StreamSummary summary = queryGateway.ask(
                new SummarizeRecords(query.account(), query.streamKey(), stream.recordLimit(), query.selection()));
        return StreamSummaryBuilder.builder(summary)
                .streamName(stream.streamName())
                .build();
    }

    private FanStream stream(long account, String key, boolean withSecret) {
        return queryGateway.ask(new FindFanStreamAlone(account, key, withSecret));
    }

    private Page<StreamRecord> withNames(long account, Page<ShownRecord> page) {
        DisplayNames names = namesOfFans(account, page.rows());
        return page.map(row -> withName(row, names));
    }

    private DisplayNames namesOfFans(long account, List<ShownRecord> rows) {
        return names(
                account,
                rows.stream()
                        .filter(ShownRecord::isSent)
                        .map(ShownRecord::fanId)
                        .filter(Objects::nonNull)
                        .distinct()
                        .toList());
    }

    private DisplayNames names(long account, List<Long> fans) {
        return fans.isEmpty() ? new DisplayNames(Map.of()) : queryGateway.ask(new FindDisplayNames(account, fans));
    }

    /** Shows the name that the fan has now, or else the one that was sent with the record. */
    private static StreamRecord withName(ShownRecord row, DisplayNames names) {
        Long fan = row.fanId();
        if (!row.isSent() || fan == null) {
            return row.record();
        }
        String now = names.of(fan);
        String shown = now == null ? row.record().displayName() : now;
        return StreamRecordBuilder.builder(row.record())
                .authorName(shown)
                .authorScreenName(shown)
                .displayName(shown)
                .build();
    }
}
