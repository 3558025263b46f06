package encore.query.fans;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.log.EventLog;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanContact;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanPropsChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindContacts;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fans.FanQuery.FindFan;
import encore.kernel.fans.FanQuery.FindFanByEmail;
import encore.kernel.fans.FanQuery.FindFanByPhone;
import encore.kernel.fans.FanQuery.FindFanPosition;
import encore.kernel.fans.FanQuery.FindFanRows;
import encore.kernel.fans.FanQuery.FindFanUpdates;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.fans.FanQuery.FindFreeDisplayName;
import encore.kernel.fans.FanQuery.FindNamedFans;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.fans.FreeDisplayName;
import encore.kernel.fans.UpdatedFan;
import encore.kernel.identifiers.IdentifierEvent;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.paging.Page;
import encore.query.documents.CompleteTime;
import encore.query.documents.Keyset;
import encore.query.documents.TimeKey;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Keeps every fan as it is now, and a tombstone of each erased fan. Searches other than by name are in the search
 * index.
 */
@Component
class FanProjection implements Projection.Partitioned {

    private static final Collection<StoredFan> FANS = Collection.of(
            "fans",
            StoredFan.class,
            Index.on("account"),
            Index.on("account", "updated"),
            Index.on("account", "displayKey"),
            Index.on("account", "displayLook"),
            Index.on("account", "profile.email"),
            Index.on("account", "profile.phone"),
            Index.text(
                    "profile.name",
                    "profile.firstName",
                    "profile.lastName",
                    "profile.displayName",
                    "profile.email",
                    "profile.phone",
                    "nationalPhone",
                    "fanId"));

    private static final Collection<StoredContact> CONTACTS = FANS.only(StoredContact.class);

    private static final Collection<FanTombstone> ERASED = Collection.of("erased", FanTombstone.class);

    private static final Keyset<StoredFan> BY_ID = Keyset.byKey(FANS);
    private static final Keyset<StoredFan> BY_UPDATE = Keyset.byTime(FANS, "updated", StoredFan::updated);

    private final LongUnaryOperator completeUntil;
    private final QueryGateway queryGateway;

    /** The rest of an erased fan. */
    record FanTombstone(long account) {}

    @Autowired
    FanProjection(EventLog log, QueryGateway queryGateway) {
        this(
                new CompleteTime(log, EventCatalogue.load(), Projection.eventsOf(FanProjection.class))::completeUntil,
                queryGateway);
    }

    /** @param settled returns the last complete millisecond at a position */
    FanProjection(LongUnaryOperator settled, QueryGateway queryGateway) {
        this.completeUntil = settled;
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("fans", List.of(FANS, ERASED));
    }

    /**
     * Revision 2 replaces files in which each change of a fan rewrote every index (ADR 77), revision 3 those in which
     * display names were compared without their look (ADR 98).
     */
    @Override
    public int revision() {
        return 3;
    }

    @Override
    public Stream<String> keys(RecordedEvent recordedEvent) {
        return switch (recordedEvent.event()) {
            case FanEvent event -> Stream.of(Keyset.key(event.fan().number()));
            case IdentifierEvent event ->
                Stream.of(Keyset.key(event.identifiers().fan().number()));
            default -> Stream.empty();
        };
    }

    @EventHandler
    void on(FanRegistered event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FanId fan = event.fan();
        documents.put(
                FANS,
                Keyset.key(fan.number()),
                StoredFan.registered(
                        fan.account(),
                        fan.number(),
                        recordedEvent.position(),
                        recordedEvent.at(),
                        event.profile(),
                        event.consent()));
    }

    @EventHandler
    void on(FanEvent.Change<?> event, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(event.fan(), documents, fan -> fan.after(event, recordedEvent.at()));
    }

    @EventHandler
    void on(FanPasswordSet event, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(event.fan(), documents, fan -> fan.withPassword(recordedEvent.at()));
    }

    @EventHandler
    void on(FanFieldsChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(event.fan(), documents, fan -> fan.after(event, recordedEvent.at()));
    }

    @EventHandler
    void on(FanTagsChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(event.fan(), documents, fan -> fan.after(event, recordedEvent.at()));
    }

    @EventHandler
    void on(FanPropsChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(event.fan(), documents, fan -> fan.after(event, recordedEvent.at()));
    }

    @EventHandler
    void on(IdentifierAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(event.identifiers().fan(), documents, fan -> fan.withUpdate(recordedEvent.at()));
    }

    @EventHandler
    void on(IdentifierRemoved event, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(event.identifiers().fan(), documents, fan -> fan.withUpdate(recordedEvent.at()));
    }

    @EventHandler
    void on(FanErased event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = Keyset.key(event.fan().number());
        documents.remove(FANS, key);
        documents.put(ERASED, key, new FanTombstone(event.fan().account()));
    }

    private static void change(FanId fan, Documents.Batch documents, UnaryOperator<StoredFan> change) {
        String key = Keyset.key(fan.number());
        StoredFan before = documents.get(FANS, key);
        if (before != null) {
            documents.put(FANS, key, change.apply(before));
        }
    }

    @QueryHandler
    Fan find(FindFan query, Documents documents) {
        StoredFan fan = fan(query.account(), query.fanId(), documents);
        if (fan == null) {
            throw unknown();
        }
        FanTagNames tagNames = FanTagNames.of(query.account(), List.of(fan), queryGateway);
        return LastCampaigns.of(query.account(), List.of(fan), queryGateway).addTo(fan.toFan(true, tagNames));
    }

    @QueryHandler
    List<Fan> find(FindFans query, Documents documents) {
        List<StoredFan> fans = fans(query.account(), query.fanIds(), documents);
        LastCampaigns lastCampaigns =
                LastCampaigns.of(query.account(), query.withLastCampaign() ? fans : List.of(), queryGateway);
        FanTagNames tagNames = FanTagNames.of(query.account(), fans, queryGateway);
        return fans.stream()
                .map(fan -> lastCampaigns.addTo(fan.toFan(true, tagNames)))
                .toList();
    }

    @QueryHandler
    List<FanContact> find(FindContacts query, Documents documents) {
        List<String> keys = query.fanIds().stream().map(Keyset::key).toList();
        Map<String, StoredContact> found = documents.getAll(CONTACTS, keys);
        return keys.stream()
                .map(found::get)
                .filter(fan -> fan != null && fan.account() == query.account())
                .map(StoredContact::toFanContact)
                .toList();
    }

    @QueryHandler
    List<Long> find(FindFanByEmail query, Documents documents) {
        return fanWith("profile.email", query.email(), query.account(), documents);
    }

    @QueryHandler
    List<Long> find(FindFanByPhone query, Documents documents) {
        return fanWith("profile.phone", query.phone(), query.account(), documents);
    }

    private static List<Long> fanWith(String field, String contact, long account, Documents documents) {
        Where condition = Where.all(Where.equal("account", account), Where.equal(field, contact));
        return documents.find(FANS, condition, Order.byKey(), null, 1).stream()
                .map(row -> row.document().fanId())
                .toList();
    }

    @QueryHandler
    DisplayNames find(FindDisplayNames query, Documents documents) {
        Map<Long, String> names = new HashMap<>();
        for (StoredFan fan : fans(query.account(), query.fanIds(), documents)) {
            if (fan.profile().displayName() != null) {
                names.put(fan.fanId(), fan.profile().displayName());
            }
        }
        return new DisplayNames(names);
    }

    @QueryHandler
    FanState find(RequireFan query, Documents documents) {
        if (fan(query.account(), query.fanId(), documents) != null) {
            return new FanState(query.fanId(), FanState.State.KNOWN);
        }
        FanTombstone fanTombstone = documents.get(ERASED, Keyset.key(query.fanId()));
        if (query.orErased() && fanTombstone != null && fanTombstone.account() == query.account()) {
            return new FanState(query.fanId(), FanState.State.ERASED);
        }
        throw query.parameter() == null ? unknown() : Refusal.unknownId(query.parameter());
    }

    private static Refusal unknown() {
        return Refusal.unknown("There is no such fan.");
    }

    @QueryHandler
    Long find(FindFanPosition query, Documents documents) {
        return documents.position();
    }

    @QueryHandler
    List<Fan> find(FindFanRows query, Documents documents) {
        List<StoredFan> fans = fans(query.account(), query.fanIds(), documents);
        LastCampaigns lastCampaigns =
                LastCampaigns.of(query.account(), query.rowOptions().recentEntry() ? fans : List.of(), queryGateway);
        FanTagNames tagNames = query.rowOptions().tags() ? FanTagNames.of(query.account(), fans, queryGateway) : null;
        return fans.stream()
                .map(fan -> lastCampaigns.addTo(fan.toFan(query.rowOptions().businesses(), tagNames)))
                .toList();
    }

    @QueryHandler
    List<Long> find(FindNamedFans query, Documents documents) {
        return BY_ID.keys(documents, FanNameCondition.of(query), query.afterId(), query.limit());
    }

    @QueryHandler
    Page<UpdatedFan> find(FindFanUpdates query, Documents documents) {
        Instant complete = Instant.ofEpochMilli(completeUntil.applyAsLong(documents.position()));
        Where condition = Where.all(
                Where.equal("account", query.account()),
                new Where.Range("updated", query.from(), true, complete, true));
        Page<StoredFan> page = BY_UPDATE.page(documents, condition, query.paging());
        LastCampaigns lastCampaigns = LastCampaigns.of(query.account(), page.rows(), queryGateway);
        FanTagNames tagNames = FanTagNames.of(query.account(), page.rows(), queryGateway);
        return page.map(fan -> new UpdatedFan(
                new TimeKey(fan.updated(), fan.fanId()).toString(), lastCampaigns.addTo(fan.toFan(true, tagNames))));
    }

    /**
     * Finds the name itself, or the name with the first number that makes it free. Above 20 the number doubles each
     * time.
     */
    @QueryHandler
    FreeDisplayName find(FindFreeDisplayName query, Documents documents) {
        String name = query.displayName();
        for (long number = 2; isTaken(query.account(), name, documents); number += number < 20 ? 1 : number) {
            name = numbered(query.displayName(), number);
        }
        return new FreeDisplayName(name);
    }

    /** Appends a number, and shortens a name that would be too long with it. */
    private static String numbered(String name, long number) {
        String digits = Long.toString(number);
        int length = Math.min(name.codePointCount(0, name.length()), FreeDisplayName.MAX_LENGTH - digits.length());
        return name.substring(0, name.offsetByCodePoints(0, length)).stripTrailing() + digits;
    }

    private static boolean isTaken(long account, String displayName, Documents documents) {
        NameSkeleton skeleton = NameSkeleton.of(displayName);
        Set<String> forms = new LinkedHashSet<>(List.of(skeleton.caseless(), skeleton.asWritten()));
        return Stream.of("displayKey", "displayLook")
                .flatMap(field -> forms.stream().map(form -> Where.equal(field, form)))
                .anyMatch(condition ->
                        documents.count(FANS, Where.all(Where.equal("account", account), condition), 1) > 0);
    }

    private static List<StoredFan> fans(long account, List<Long> fanIds, Documents documents) {
        List<String> keys = fanIds.stream().map(Keyset::key).toList();
        Map<String, StoredFan> found = documents.getAll(FANS, keys);
        return keys.stream()
                .map(found::get)
                .filter(fan -> fan != null && fan.account() == account)
                .toList();
    }

    private static @Nullable StoredFan fan(long account, long fanId, Documents documents) {
        StoredFan fan = documents.get(FANS, Keyset.key(fanId));
        return fan != null && fan.account() == account ? fan : null;
    }
}
