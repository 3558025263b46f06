package encore.query.search.index;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanPropsChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.identifiers.IdentifierEvent;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.likings.LikingEvent;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationEvent.RelationEnded;
import encore.kernel.relations.RelationId;
import encore.kernel.relations.RelationKind;
import encore.kernel.search.FanCriteria;
import encore.kernel.segments.FanSelection;
import encore.kernel.snapshots.SnapshotEvent;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRenamed;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent;
import encore.query.image.MemoryImage;
import encore.query.search.columns.FanNumbers;
import encore.query.search.criteria.Criterion;
import encore.query.search.criteria.FanChangeLog;
import encore.query.search.criteria.MatchCache;
import encore.query.search.criteria.SearchConditions;
import encore.query.search.criteria.SearchRequest;
import encore.query.search.facets.ActiveDaysFacet;
import encore.query.search.facets.Facet;
import encore.query.search.facets.LabelFacet;
import encore.query.search.facets.NetworkFacet;
import encore.query.search.facets.ProfileFacet;
import encore.query.search.facets.SnapshotFacet;
import encore.query.search.facets.TicketFacet;
import encore.query.search.facts.DeltaIds;
import encore.query.search.facts.FanFacts;
import encore.query.ticketchunks.TicketDocuments;
import encore.query.ticketchunks.TicketFacts;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** The index of the fans of one account: their numbers and all facets. */
public final class AccountFanIndex implements TicketDocuments.TicketSink, MemoryImage.Imageable {

    public final FanNumbers fans = new FanNumbers();
    public final ProfileFacet profileFacet = new ProfileFacet(fans);
    public final NetworkFacet networks = new NetworkFacet();
    final ActiveDaysFacet days = new ActiveDaysFacet();
    public final LabelFacet tags = new LabelFacet(FanCriteria::tags);
    public final LabelFacet idols = new LabelFacet(FanCriteria::idols);
    final TicketFacet tickets = new TicketFacet();
    public final SnapshotFacet snapshots = new SnapshotFacet();

    private final MatchCache filters = new MatchCache(500);

    /** A search comes again for each of its pages, and whenever a user returns to it. */
    private final MatchCache searches = new MatchCache(64);

    /** The position of the last event that was applied here, 0 if there was none since the load. */
    private long lastPosition;

    private final List<Facet> facets = List.of(profileFacet, networks, days, tags, idols, tickets, snapshots);

    @Override
    public void transfer(MemoryImage memoryImage) {
        fans.transfer(memoryImage);
        facets.forEach(facet -> facet.transfer(memoryImage));
    }

    long lastPosition() {
        return lastPosition;
    }

    void apply(RecordedEvent recordedEvent) {
        lastPosition = recordedEvent.position();
        long at = recordedEvent.at().toEpochMilli();
        switch (recordedEvent.event()) {
            case FanEvent event -> apply(event, recordedEvent.position(), at);
            case IdentifierEvent event -> apply(event, at);
            case ActivityRecorded event ->
                addActiveDay(
                        event.fan().number(), event.timeOf(recordedEvent.at()).toEpochMilli());
            case LikingEvent event -> apply(event);
            case TicketsEvent event -> TicketDocuments.apply(event, recordedEvent, this);
            case TicketEventsEvent event -> TicketDocuments.apply(event, this);
            case TagMade made -> tags.setName(Long.toString(made.tag().number()), made.name());
            case IdolAdded added ->
                idols.setName(added.idol().uid(), added.profile().idolName());
            case IdolChanged change ->
                idols.setName(change.idol().uid(), change.profile().idolName());
            case IdolRemoved removed -> idols.setName(removed.idol().uid(), null);
            case SnapshotEvent event -> apply(event);
            case RelationBegun begun -> setRelated(begun.relation(), true);
            case RelationEnded ended -> setRelated(ended.relation(), false);
            default -> {}
        }
    }

    private void apply(SnapshotEvent event) {
        switch (event) {
            case SnapshotPartKept kept ->
                snapshots.addFans(kept.part().uid(), fans.numbersOf(DeltaIds.decode(kept.fans())));
            case SnapshotSealed sealed -> snapshots.seal(sealed.snapshot().uid());
            case SnapshotRemoved removed -> snapshots.remove(removed.snapshot().uid());
            case SnapshotRenamed renamed -> {}
        }
    }

    @Override
    public void put(TicketFacts ticket) {
        tickets.put(ticket, fans.find(ticket.fan()));
    }

    @Override
    public void exclude(TicketEventId event, boolean isExcluded) {
        tickets.exclude(event.uid(), isExcluded);
    }

    private void setRelated(RelationId relation, boolean related) {
        LabelFacet labelFacet = relation.kind() == RelationKind.TAG ? tags : idols;
        labelFacet.setRelated(relation.low(), relation.high(), related);
    }

    private void apply(FanEvent event, long position, long at) {
        if (event instanceof FanRegistered registered) {
            // An erased fan does not come back.
            if (!fans.isKnown(registered.fan().number())) {
                int fan = fans.register(registered.fan().number(), position, at);
                profileFacet.put(fan, FanFacts.of(registered, position, at));
            }
            return;
        }
        int fan = fans.find(event.fan().number());
        if (fan < 0) {
            return;
        }
        switch (event) {
            case FanEvent.Change<?> change ->
                profileFacet.put(fan, profileFacet.get(fan).after(change, at));
            case FanPasswordSet set -> profileFacet.setUpdated(fan, at);
            case FanTagsChanged change -> {
                profileFacet.setUpdated(fan, at);
                change.added().forEach(tag -> tags.addLabel(fan, tag.toString()));
                change.removed().forEach(tag -> tags.removeLabel(fan, tag.toString()));
            }
            case FanFieldsChanged change -> profileFacet.setUpdated(fan, at);
            case FanPropsChanged change -> profileFacet.setUpdated(fan, at);
            case FanErased erased -> {
                fans.erase(fan);
                facets.forEach(facet -> facet.forget(fan));
            }
            default -> {}
        }
    }

    private void apply(IdentifierEvent event, long at) {
        int fan = fans.find(event.subject().number());
        if (fan < 0) {
            return;
        }
        if (!(event instanceof IdentifiersForgotten)) {
            profileFacet.setUpdated(fan, at);
        }
        networks.apply(event, fan);
    }

    private void apply(LikingEvent event) {
        int fan = fans.find(event.likings().fan().number());
        switch (event) {
            case FanIdolAdded added when fan >= 0 -> idols.addLabel(fan, added.idolUid());
            case FanIdolRemoved removed when fan >= 0 -> idols.removeLabel(fan, removed.idolUid());
            default -> {}
        }
    }

    public void addActiveDay(long fanId, long at) {
        int fan = fans.find(fanId);
        if (fan >= 0) {
            days.add(fan, at);
        }
    }

    List<Long> findMatching(FindMatchingFans query) {
        SearchRequest request = new SearchRequest(query.criteria(), query.today());
        RoaringBitmap allMatches = match(request, conditions(request, null), searches);
        List<Long> among = query.among();
        RoaringBitmap matches = among == null ? allMatches : RoaringBitmap.and(fans.numbersOf(among), allMatches);
        return fans.firstIds(matches, fans.countUpTo(query.until()), query.afterId(), query.limit());
    }

    /** Returns the selected fans, or none if the selection is outdated (see {@link OutdatedCriteria}). */
    public RoaringBitmap resolveOrEmpty(FanSelection selection, LocalDate today) {
        try {
            return resolve(selection, today);
        } catch (Refusal refusal) {
            OutdatedCriteria.rethrowUnlessOutdated(refusal);
            return new RoaringBitmap();
        }
    }

    /** Returns the selected fans, or refuses if the selection is outdated. */
    public RoaringBitmap resolve(FanSelection selection, LocalDate today) {
        SearchRequest request = new SearchRequest(selection.criteria(), today);
        SearchConditions searchConditions = conditions(request, selection.among());
        // Names change without a trace in these change logs, so a selection by name is not cached.
        return selection.among() != null
                ? searchConditions.filter(fans.living())
                : match(request, searchConditions, filters);
    }

    private RoaringBitmap match(SearchRequest request, SearchConditions searchConditions, MatchCache cache) {
        return searchConditions.isSingleSet()
                ? searchConditions.filter(fans.living())
                : cache.get(request, searchConditions, fans.living());
    }

    public SelectionStatistics statistics(FanSelection selection, LocalDate today) {
        return new SelectionStatistics(this, resolveOrEmpty(selection, today), today);
    }

    private SearchConditions conditions(SearchRequest request, @Nullable List<Long> among) {
        List<Criterion> criteria = new ArrayList<>();
        List<FanChangeLog> changeLogs = new ArrayList<>(List.of(fans.changeLog()));
        if (among != null) {
            criteria.add(Criterion.in(fans.numbersOf(among)));
        }
        for (Facet facet : facets) {
            int countBefore = criteria.size();
            facet.addCriteria(request, criteria);
            if (criteria.size() > countBefore) {
                changeLogs.add(facet.changeLog());
            }
        }
        return new SearchConditions(criteria, changeLogs);
    }
}
