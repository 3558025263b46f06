package encore.query.search;

import encore.kernel.fans.Fan;
import encore.kernel.fans.FanContact;
import encore.kernel.fans.FanQuery.FindContacts;
import encore.kernel.fans.FanQuery.FindFanPosition;
import encore.kernel.fans.FanQuery.FindFanRows;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.fans.FanQuery.SearchContacts;
import encore.kernel.fans.FanQuery.SearchFans;
import encore.kernel.paging.Page;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers searches for fans: joins the ids from the fan index with matches of a name and with the rows to show. */
@Component
class FanSearchQueries implements QueryComponent {

    /** If fewer fans meet the other criteria of a search with a name, they are read at once. */
    private static final int FEW_FANS = 1_000;

    private static final int PART_SIZE = 2_500;

    private final QueryGateway queryGateway;

    FanSearchQueries(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Page<Fan> find(SearchFans query) {
        Page<Long> page = page(query);
        return withRows(page, queryGateway.ask(new FindFanRows(query.account(), page.rows(), query.rowOptions())));
    }

    @QueryHandler
    Page<FanContact> find(SearchContacts query) {
        Page<Long> page = page(query.search());
        // A page may have ten thousand rows: its parts are read at the same time.
        List<Supplier<List<FanContact>>> parts = new ArrayList<>();
        for (int from = 0; from < page.rows().size(); from += PART_SIZE) {
            List<Long> batch = page.rows().subList(from, Math.min(page.rows().size(), from + PART_SIZE));
            parts.add(queryGateway.askAsync(new FindContacts(query.account(), batch)));
        }
        return withRows(
                page, parts.stream().flatMap(part -> part.get().stream()).toList());
    }

    private static <T> Page<T> withRows(Page<Long> page, List<T> rows) {
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    private Page<Long> page(SearchFans query) {
        // The index may know fans that have no row yet. So the search covers the fans up to the position of the rows.
        long until = query.until() == null ? queryGateway.ask(new FindFanPosition(query.account())) : query.until();
        String after = query.paging().after();
        int limit = query.paging().limit();
        List<Long> ids = ids(query, until, after == null ? 0 : Long.parseLong(after), limit + 1);
        return Page.of(ids, limit, id -> Long.toString(id), until);
    }

    private List<Long> ids(SearchFans query, long until, long after, int count) {
        String name = query.criteria().name();
        if (name == null) {
            return matching(query, until, after, null, count);
        }
        List<Long> others = matching(query, until, after, null, FEW_FANS);
        if (others.isEmpty()) {
            return others;
        }
        var nameMatches = new NameMatches(queryGateway, query.account(), name, others.getFirst() - 1);
        return others.size() < FEW_FANS
                ? namedAmongFew(others, nameMatches, count)
                : namedAmongMany(nameMatches, query, until, after, count);
    }

    /** Returns those of a few fans who have the name. */
    private static List<Long> namedAmongFew(List<Long> few, NameMatches nameMatches, int count) {
        Set<Long> candidates = new HashSet<>(few);
        List<Long> found = new ArrayList<>();
        List<Long> named = nameMatches.nextBatch();
        while (!named.isEmpty()) {
            named.stream()
                    .filter(candidates::contains)
                    .limit(count - found.size())
                    .forEach(found::add);
            // Names beyond the last of the few fans cannot match.
            boolean more = found.size() < count && named.getLast() < few.getLast();
            named = more ? nameMatches.nextBatch() : List.of();
        }
        return found;
    }

    private List<Long> namedAmongMany(NameMatches nameMatches, SearchFans query, long until, long after, int count) {
        List<Long> found = new ArrayList<>();
        List<Long> named = nameMatches.nextBatch();
        long from = after;
        while (!named.isEmpty()) {
            found.addAll(matching(query, until, from, named, count - found.size()));
            from = named.getLast();
            named = found.size() < count ? nameMatches.nextBatch() : List.of();
        }
        return found;
    }

    private List<Long> matching(SearchFans query, long until, long after, @Nullable List<Long> among, int count) {
        return queryGateway.ask(
                new FindMatchingFans(query.account(), query.criteria(), query.today(), until, after, among, count));
    }
}
