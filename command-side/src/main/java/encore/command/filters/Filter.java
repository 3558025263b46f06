package encore.command.filters;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.infra.eventstore.codec.EventJson;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.filters.FilterCommand.AddFilter;
import encore.kernel.filters.FilterCommand.ChangeFilter;
import encore.kernel.filters.FilterCommand.FilterSearch;
import encore.kernel.filters.FilterCommand.RemoveFilter;
import encore.kernel.filters.FilterEvent.SearchFilterAdded;
import encore.kernel.filters.FilterEvent.SearchFilterChanged;
import encore.kernel.filters.FilterEvent.SearchFilterRemoved;
import encore.kernel.filters.FilterId;
import encore.kernel.filters.FilterNames;
import encore.kernel.filters.FilterUid;
import encore.kernel.names.Blanks;
import encore.kernel.search.FanCriteria;
import encore.kernel.snapshots.SnapshotId;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * A saved search filter. Its name is unique in the account. Its search criteria are encrypted with its own key, which
 * is destroyed with the filter.
 */
@Aggregate
class Filter {

    @AggregateIdentifier
    private @Nullable FilterId id;

    private FilterNames names = FilterNames.NONE;
    private @Nullable String parameters;
    private @Nullable String criteria;

    Filter() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    FilterUid decide(AddFilter command, Claims claims, Streams streams, SubjectKeys keys) {
        theUidIsFree();
        itsSnapshotsExist(command.filter(), command.sought(), streams);
        FilterNames added = Patch.of(command.names()).applyTo(FilterNames.NONE);
        aNameHasLetters(FilterNames.NONE, added);
        Claim claim = claim(command.filter(), added);
        theNameIsFree(claim, claims);
        keys.create(command.filter());
        claims.take(claim, command.filter());
        FilterSearch search = command.sought();
        apply(new SearchFilterAdded(command.filter(), added, search.parameters().toString(), criteriaText(search)));
        return new FilterUid(command.filter().uid());
    }

    @CommandHandler
    FilterUid decide(ChangeFilter command, Claims claims, Streams streams) {
        FilterId filter = command.filter();
        FilterNames changed = command.names().applyTo(names);
        aNameHasLetters(names, changed);
        FilterSearch search = command.sought();
        if (search != null) {
            itsSnapshotsExist(filter, search, streams);
        }
        String newParameters = search == null ? parameters : search.parameters().toString();
        String newCriteria = search == null ? criteria : criteriaText(search);
        if (!changed.equals(names)
                || !Objects.equals(newParameters, parameters)
                || !Objects.equals(newCriteria, criteria)) {
            move(filter, changed, claims);
            apply(new SearchFilterChanged(filter, changed, newParameters, newCriteria));
        }
        return new FilterUid(filter.uid());
    }

    @CommandHandler
    FilterUid decide(RemoveFilter command, Claims claims) {
        claims.release(claim(command.filter(), names), command.filter());
        apply(new SearchFilterRemoved(command.filter()));
        return new FilterUid(command.filter().uid());
    }

    private void move(FilterId filter, FilterNames changed, Claims claims) {
        Claim before = claim(filter, names);
        Claim after = claim(filter, changed);
        if (!before.equals(after)) {
            theNameIsFree(after, claims);
            claims.release(before, filter);
            claims.take(after, filter);
        }
    }

    private static Claim claim(FilterId filter, FilterNames names) {
        String name = Objects.requireNonNull(names.filterName());
        return new Claim(FilterNames.SPACE, filter.account(), FilterNames.claimed(name));
    }

    private static String criteriaText(FilterSearch search) {
        return EventJson.mapper().writeValueAsString(search.criteria());
    }

    private void theUidIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "filter-uid-taken", "Another filter has this uid; try again.");
        }
    }

    private static void itsSnapshotsExist(FilterId filter, FilterSearch search, Streams streams) {
        FanCriteria.Snapshots named = search.criteria().snapshots();
        named.included()
                .forEach(uid ->
                        streams.mustBeOpen(new SnapshotId(filter.account(), uid), FanCriteria.Snapshots.INCLUDED));
        named.excluded()
                .forEach(uid ->
                        streams.mustBeOpen(new SnapshotId(filter.account(), uid), FanCriteria.Snapshots.EXCLUDED));
    }

    private static void aNameHasLetters(FilterNames before, FilterNames after) {
        if (Blanks.isMissing(before.filterName(), after.filterName())) {
            throw new Refusal(RULE, "filter-name-missing", "filter_name", "A filter has a name.");
        }
    }

    private static void theNameIsFree(Claim claim, Claims claims) {
        if (claims.ownerOf(claim) != null) {
            throw new Refusal(RULE, "filter-exists", "filter_name", "A filter with this name exists.");
        }
    }

    @EventSourcingHandler
    void evolve(SearchFilterAdded event) {
        id = event.filter();
        names = event.names();
        parameters = event.parameters();
        criteria = event.criteria();
    }

    @EventSourcingHandler
    void evolve(SearchFilterChanged event) {
        names = event.names();
        parameters = event.parameters();
        criteria = event.criteria();
    }
}
